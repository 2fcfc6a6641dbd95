// Training in Python, one generation or one match at a time. Between two of them its state can be saved as bytes and resumed. The
// games of a generation and of a match can also be played by other processes, which adopt the weights.
#pragma once

#include <cstring>

#include "run.hpp"
#include "zermelo/learning/training.hpp"

namespace zermelo::python {

// A game as 32-bit numbers: twice its result, the length of its opening, the moves, the values.
template <class G>
nb::bytes to_bytes(const learning::GameRecord<G>& record) {
    std::vector<std::int32_t> numbers{static_cast<std::int32_t>(2 * record.result), static_cast<std::int32_t>(record.opening)};
    for (const auto move : record.moves) numbers.push_back(move);
    for (const Value value : record.values) numbers.push_back(value);
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), sizeof(std::int32_t) * numbers.size());
}

template <class G>
learning::GameRecord<G> from_bytes(const nb::bytes& bytes) {
    std::vector<std::int32_t> numbers(bytes.size() / sizeof(std::int32_t));
    if (numbers.size() < 2 || numbers.size() % 2 || bytes.size() % sizeof(std::int32_t)) throw nb::value_error("it has a truncated game");
    std::memcpy(numbers.data(), bytes.c_str(), bytes.size());
    learning::GameRecord<G> record;
    record.result = 0.5f * static_cast<float>(std::clamp(numbers[0], 0, 2));
    record.opening = static_cast<std::size_t>(std::max(numbers[1], 0));
    const auto middle = numbers.begin() + 2 + static_cast<std::ptrdiff_t>(numbers.size() - 2) / 2;
    for (auto at = numbers.begin() + 2; at != middle; ++at) record.moves.push_back(static_cast<typename G::Move>(*at));
    record.values.assign(middle, numbers.end());
    return record;
}

template <class G>
nb::list to_list(const std::vector<learning::GameRecord<G>>& games) {
    nb::list list;
    for (const auto& record : games) list.append(to_bytes(record));
    return list;
}

template <class G>
std::vector<learning::GameRecord<G>> from_list(nb::handle list) {
    std::vector<learning::GameRecord<G>> games;
    for (const nb::handle record : nb::cast<nb::list>(list)) games.push_back(from_bytes<G>(nb::cast<nb::bytes>(record)));
    return games;
}

inline std::string string_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// Calls work(stop) and returns its value, or None if it was stopped.
template <class Work>
auto stoppable(nb::object cancel, Work&& work) -> std::optional<std::invoke_result_t<Work, const std::atomic<bool>&>> {
    std::invoke_result_t<Work, const std::atomic<bool>&> value{};
    Run run({nb::none(), cancel});
    const auto reason = run.in_thread(0, [&](const std::atomic<bool>& stop) { value = work(stop); });
    return reason == StopReason::complete ? std::optional(std::move(value)) : std::nullopt;
}

template <class T>
void bind_training(nb::module_& module, const char* name) {
    using G = typename T::Play;
    nb::class_<T>(module, name)
        .def("__init__", [](T* self, int games, int nodes, int match, std::uint64_t seed, int threads) {
                new (self) T(learning::TrainingOptions{games, nodes, match, threads, seed});
            }, nb::arg("games"), nb::arg("nodes"), nb::arg("match"), nb::arg("seed"), nb::arg("threads"))
        .def_prop_ro("generation", &T::generation)
        .def_prop_ro("done", &T::done)
        .def_prop_ro("weights", [](const T& self) {
                const std::string content = self.weights();
                return nb::bytes(content.data(), content.size());
            })
        .def_prop_ro("weights_before", [](const T& self) {
                const std::string content = self.weights_before();
                return nb::bytes(content.data(), content.size());
            })
        .def("adopt", [](T& self, int generation, nb::bytes weights, nb::bytes before) {
                if (const std::string error = self.adopt(generation, string_of(weights), string_of(before)); !error.empty())
                    throw nb::value_error(error.c_str());
            }, nb::arg("generation"), nb::arg("weights"), nb::arg("before"))
        .def("learn", [](T& self, nb::object cancel) {
                return stoppable(cancel, [&](const std::atomic<bool>& stop) { return self.learn(stop); });
            }, nb::arg("cancel").none())
        .def("play", [](T& self, int first, int count, nb::object cancel) -> std::optional<nb::list> {
                const auto games = stoppable(cancel, [&](const std::atomic<bool>& stop) { return self.play({first, count}, stop); });
                return games ? std::optional(to_list<G>(*games)) : std::nullopt;
            }, nb::arg("first"), nb::arg("count"), nb::arg("cancel").none())
        .def("learn_from", [](T& self, nb::list games, nb::object cancel) {
                auto played = from_list<G>(games);
                return stoppable(cancel, [&](const std::atomic<bool>& stop) { return self.learn_from(std::move(played), stop); });
            }, nb::arg("games"), nb::arg("cancel").none())
        .def("match", [](T& self, bool with_start, nb::object cancel) {
                return stoppable(cancel, [&](const std::atomic<bool>& stop) { return self.compare(with_start, stop); });
            }, nb::arg("with_start"), nb::arg("cancel").none())
        .def("play_pairs", [](T& self, bool with_start, int first, int count, nb::object cancel) {
                return stoppable(cancel, [&](const std::atomic<bool>& stop) { return self.play_pairs(with_start, {first, count}, stop); });
            }, nb::arg("with_start"), nb::arg("first"), nb::arg("count"), nb::arg("cancel").none())
        .def_static("score_of", &learning::score_of, nb::arg("points"))
        .def("window", [](const T& self) {
                nb::list out;
                for (const auto& games : self.window()) out.append(to_list<G>(games));
                return out;
            })
        .def("resume", [](T& self, int generation, nb::bytes weights, nb::list window) {
                std::deque<typename T::Games> read;
                for (const nb::handle games : window) read.push_back(from_list<G>(games));
                if (const std::string error = self.resume(generation, string_of(weights), std::move(read)); !error.empty())
                    throw nb::value_error(error.c_str());
            }, nb::arg("generation"), nb::arg("weights"), nb::arg("window"));
}

}  // namespace zermelo::python
