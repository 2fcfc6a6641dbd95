// Training in Python, one generation or one match at a time. Between two of them its state can be saved as bytes and resumed.
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
        .def("learn", [](T& self, nb::object cancel) -> std::optional<learning::Fit> {
                learning::Fit fit;
                Run run({nb::none(), cancel});
                const auto learn = [&](const std::atomic<bool>& stop) { fit = self.learn(stop); };
                return run.in_thread(0, learn) == StopReason::complete ? std::optional(fit) : std::nullopt;
            }, nb::arg("cancel").none())
        .def("match", [](T& self, bool with_start, nb::object cancel) -> std::optional<learning::Score> {
                learning::Score score;
                Run run({nb::none(), cancel});
                const auto compare = [&](const std::atomic<bool>& stop) { score = self.compare(with_start, stop); };
                return run.in_thread(0, compare) == StopReason::complete ? std::optional(score) : std::nullopt;
            }, nb::arg("with_start"), nb::arg("cancel").none())
        .def("window", [](const T& self) {
                nb::list out;
                for (const auto& games : self.window()) {
                    nb::list generation;
                    for (const auto& record : games) generation.append(to_bytes(record));
                    out.append(generation);
                }
                return out;
            })
        .def("resume", [](T& self, int generation, nb::bytes weights, nb::list window) {
                std::deque<typename T::Games> read;
                for (const nb::handle games : window) {
                    read.emplace_back();
                    for (const nb::handle record : nb::cast<nb::list>(games)) read.back().push_back(from_bytes<G>(nb::cast<nb::bytes>(record)));
                }
                if (const std::string error = self.resume(generation, {weights.c_str(), weights.size()}, std::move(read)); !error.empty())
                    throw nb::value_error(error.c_str());
            }, nb::arg("generation"), nb::arg("weights"), nb::arg("window"));
}

}  // namespace zermelo::python
