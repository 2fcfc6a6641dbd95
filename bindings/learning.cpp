// Training in Python: a training goes one generation or one match at a time, beside Python (polling.hpp); between two of them it
// can be written down as bytes and taken up again.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstring>

#include "polling.hpp"
#include "zermelo/learning/antichess.hpp"
#include "zermelo/learning/chess.hpp"
#include "zermelo/learning/connect_four.hpp"
#include "zermelo/learning/othello.hpp"
#include "zermelo/learning/training.hpp"

namespace zermelo::python {

namespace {

using namespace learning;

// A game as bytes: its result, the length of its opening, then moves and values as numbers of 32 bits.
template <class G>
nb::bytes to_bytes(const PlayedGame<G>& record) {
    std::vector<std::int32_t> numbers{static_cast<std::int32_t>(2 * record.result), static_cast<std::int32_t>(record.opening)};
    for (const auto move : record.moves) numbers.push_back(move);
    for (const Value value : record.values) numbers.push_back(value);
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), sizeof(std::int32_t) * numbers.size());
}

template <class G>
PlayedGame<G> from_bytes(const nb::bytes& bytes) {
    std::vector<std::int32_t> numbers(bytes.size() / sizeof(std::int32_t));
    if (numbers.size() < 2 || numbers.size() % 2 || bytes.size() % sizeof(std::int32_t)) throw nb::value_error("it has a game that is cut short");
    std::memcpy(numbers.data(), bytes.c_str(), bytes.size());
    PlayedGame<G> record;
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
                new (self) T(Effort{games, nodes, match, threads, seed});
            }, nb::arg("games"), nb::arg("nodes"), nb::arg("match"), nb::arg("seed"), nb::arg("threads"))
        .def_prop_ro("generation", &T::generation)
        .def_prop_ro("done", &T::done)
        .def_prop_ro("weights", [](const T& self) {
                const std::string content = self.weights();
                return nb::bytes(content.data(), content.size());
            })
        .def("learn", [](T& self, nb::dict limits) -> nb::object {
                Fit told;
                const Polled polled = run_polled(limits, [&](const std::atomic<bool>& stop) { told = self.learn(stop); });
                if (polled.stopped != "complete") return nb::none();
                nb::dict out;
                out["positions"] = told.positions;
                out["slope"] = told.slope > 0 ? nb::object(nb::float_(told.slope)) : nb::object(nb::none());
                out["before"] = told.before;
                out["after"] = told.after;
                return std::move(out);
            }, nb::arg("limits"))
        .def("match", [](T& self, bool with_start, nb::dict limits) -> nb::object {
                Score score;
                const Polled polled = run_polled(limits, [&](const std::atomic<bool>& stop) { score = self.compare(with_start, stop); });
                if (polled.stopped != "complete") return nb::none();
                return nb::make_tuple(score.share, score.error);
            }, nb::arg("with_start"), nb::arg("limits"))
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

}  // namespace

void bind_learning(nb::module_& module) {
    bind_training<Training<ChessCourse>>(module, "ChessTraining");
    bind_training<Training<AntiChessCourse>>(module, "AntiChessTraining");
    bind_training<Training<ConnectFourCourse>>(module, "ConnectFourTraining");
    bind_training<OthelloTraining>(module, "OthelloTraining");
}

}  // namespace zermelo::python
