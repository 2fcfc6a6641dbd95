// A rule sheet of the Game Description Language as plain data, and the ground terms that its rules make.
//
// Every ground term has one number: equal terms are equal numbers, so a comparison of terms is one of integers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo::datalog {

using Symbol = std::uint32_t;
using TermId = std::uint32_t;
inline constexpr int deepest_term = 500;
inline constexpr int largest_term = 1000;  // symbols
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// The rules cannot be played, or not within the limits; `what` is one sentence.
class RulesError : public std::domain_error {
public:
    using std::domain_error::domain_error;
};

// A term of a sheet; `name` is a symbol, or -1 - n for variable n. Arguments are places of terms earlier in the list.
struct SheetTerm {
    std::int32_t name;
    std::vector<std::uint32_t> arguments;
};
// An atom is a term; the atom of `distinct` has two arguments.
struct SheetLiteral {
    std::uint32_t atom;
    bool negated;
};
struct SheetRule {
    std::uint32_t head;
    std::vector<SheetLiteral> body;
};
// Rules without `or`. Variables of the same number in two rules have nothing to do with each other.
struct Sheet {
    std::vector<std::string> symbols;
    std::vector<SheetTerm> terms;
    std::vector<SheetRule> rules;

    // Throws RulesError for numbers out of range, which would otherwise be read out of bounds.
    void check() const {
        const auto require = [](bool holds) {
            if (!holds) throw RulesError("the numbers in the flattened rules are out of range");
        };
        require(symbols.size() < none && terms.size() < none && rules.size() < none);
        std::vector<int> depths(terms.size(), 1);
        for (std::size_t at = 0; at < terms.size(); ++at) {
            const SheetTerm& term = terms[at];
            require(term.name < 0 ? term.arguments.empty() : static_cast<std::size_t>(term.name) < symbols.size());
            require(term.arguments.size() <= 0xFFFF);
            for (const std::uint32_t argument : term.arguments) {
                require(argument < at);
                depths[at] = std::max(depths[at], depths[argument] + 1);
            }
            if (depths[at] > deepest_term) throw RulesError("a term of the rules is nested more than " + std::to_string(deepest_term) + " levels deep");
        }
        const auto require_atom = [&](std::uint32_t atom) { require(atom < terms.size() && terms[atom].name >= 0); };
        for (const SheetRule& rule : rules) {
            require_atom(rule.head);
            for (const SheetLiteral& literal : rule.body) require_atom(literal.atom);
        }
    }
};

// A symbol or a term made of a symbol and arguments.
struct Term {
    Key hash;  // of its text: the same in every process
    const TermId* arguments;
    Symbol symbol;
    std::uint32_t functor;  // a number for its symbol and number of arguments
    std::uint16_t arity;
    std::uint16_t depth;
    std::uint16_t symbols;  // in its text
};

inline std::uint32_t quick_hash(std::uint32_t first, const TermId* values, std::size_t count) {
    std::uint64_t hash = (first + 1) * 0x9E3779B97F4A7C15ull;
    for (std::size_t at = 0; at < count; ++at) hash = (hash ^ values[at]) * 0xFF51AFD7ED558CCDull, hash ^= hash >> 32;
    return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

// The ground terms of a game. Threads may share it: a term never moves, and new ones are added under a lock.
class Terms {
public:
    static constexpr std::size_t most = std::size_t{1} << 23;

    explicit Terms(std::vector<std::string> symbols) : symbols_(std::move(symbols)), ranks_(symbols_.size()), slots_(1 << 10, none) {
        std::vector<Symbol> order(symbols_.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](Symbol one, Symbol other) { return precedes(symbols_[one], symbols_[other]); });
        for (std::uint32_t at = 0; at < order.size(); ++at) ranks_[order[at]] = at;
    }

    const Term& operator[](TermId id) const { return chunks_[id / chunk][id % chunk]; }
    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return size_;
    }
    const std::string& symbol(Symbol symbol) const { return symbols_[symbol]; }
    std::uint32_t functor(Symbol symbol, std::size_t arity) {
        const std::lock_guard lock(mutex_);
        return functor_number(symbol, arity);
    }
    std::size_t functors() const {
        const std::lock_guard lock(mutex_);
        return functors_.size();
    }

    bool equals(TermId id, Symbol symbol, const TermId* arguments, std::size_t arity) const {
        const Term& term = (*this)[id];
        return term.symbol == symbol && term.arity == arity && std::equal(arguments, arguments + arity, term.arguments);
    }

    TermId intern(Symbol symbol, const TermId* arguments, std::size_t arity) {
        const std::lock_guard lock(mutex_);
        const std::uint32_t hash = quick_hash(symbol, arguments, arity);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1))
            if (equals(slots_[at], symbol, arguments, arity)) return slots_[at];
        const TermId id = add(symbol, arguments, arity);
        slots_[at] = id;
        if (2 * size_ > slots_.size()) grow();
        return id;
    }

    // As people expect: numbers by value, before names, before terms with arguments.
    bool less(TermId one, TermId other) const { return compare(one, other) < 0; }

    std::string text(TermId id) const {
        const Term& term = (*this)[id];
        if (term.arity == 0) return symbols_[term.symbol];
        std::string out = "(" + symbols_[term.symbol];
        for (std::size_t at = 0; at < term.arity; ++at) out += " " + text(term.arguments[at]);
        return out + ")";
    }

private:
    static constexpr std::size_t chunk = 1 << 12;

    static bool is_number(std::string_view text) {
        return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
    }
    static bool precedes(std::string_view one, std::string_view other) {
        if (is_number(one) != is_number(other)) return is_number(one);
        if (!is_number(one)) return one < other;
        const std::size_t length = one.size() - std::min(one.find_first_not_of('0'), one.size());
        const std::size_t other_length = other.size() - std::min(other.find_first_not_of('0'), other.size());
        return length != other_length ? length < other_length : one < other;
    }

    int compare(TermId one, TermId other) const {
        if (one == other) return 0;
        const Term &left = (*this)[one], &right = (*this)[other];
        if ((left.arity == 0) != (right.arity == 0)) return left.arity == 0 ? -1 : 1;
        if (left.symbol != right.symbol) return ranks_[left.symbol] < ranks_[right.symbol] ? -1 : 1;
        for (std::size_t at = 0; at < std::min(left.arity, right.arity); ++at)
            if (const int order = compare(left.arguments[at], right.arguments[at])) return order;
        return left.arity < right.arity ? -1 : 1;
    }

    std::uint32_t functor_number(Symbol symbol, std::size_t arity) {
        return functors_.try_emplace(static_cast<std::uint64_t>(symbol) << 16 | arity, functors_.size()).first->second;
    }

    TermId add(Symbol symbol, const TermId* arguments, std::size_t arity) {
        if (size_ == most) throw RulesError("the rules make too many different terms");
        Key hash = mix(arity);
        for (const char letter : symbols_[symbol]) hash = mix(hash ^ static_cast<unsigned char>(letter));
        int depth = 1;
        std::size_t symbols = 1;
        for (std::size_t at = 0; at < arity; ++at) {
            const Term& argument = (*this)[arguments[at]];
            hash = mix(hash ^ argument.hash);
            symbols += argument.symbols;
            depth = std::max(depth, argument.depth + 1);
        }
        if (depth > deepest_term) throw RulesError("the rules make a term that is nested more than " + std::to_string(deepest_term) + " levels deep");
        if (symbols > largest_term) throw RulesError("the rules make a term with more than " + std::to_string(largest_term) + " symbols");
        if (size_ % chunk == 0) chunks_[size_ / chunk] = std::make_unique<Term[]>(chunk);
        chunks_[size_ / chunk][size_ % chunk] = {hash, keep(arguments, arity), symbol, functor_number(symbol, arity),
                                                  static_cast<std::uint16_t>(arity), static_cast<std::uint16_t>(depth), static_cast<std::uint16_t>(symbols)};
        return static_cast<TermId>(size_++);
    }

    // A copy of the arguments that stays where it is.
    const TermId* keep(const TermId* arguments, std::size_t arity) {
        constexpr std::size_t block = 1 << 14;
        if (arity > left_) {
            left_ = std::max(block, arity);
            blocks_.push_back(std::make_unique<TermId[]>(left_));
            next_ = blocks_.back().get();
        }
        TermId* kept = next_;
        std::copy(arguments, arguments + arity, kept);
        next_ += arity;
        left_ -= arity;
        return kept;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), none);
        for (TermId id = 0; id < size_; ++id) {
            const Term& term = (*this)[id];
            std::size_t at = quick_hash(term.symbol, term.arguments, term.arity) & (slots_.size() - 1);
            while (slots_[at] != none) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = id;
        }
    }

    const std::vector<std::string> symbols_;
    std::vector<std::uint32_t> ranks_;
    mutable std::mutex mutex_;
    std::array<std::unique_ptr<Term[]>, most / chunk> chunks_;
    std::vector<std::unique_ptr<TermId[]>> blocks_;
    TermId* next_ = nullptr;
    std::size_t left_ = 0;
    std::size_t size_ = 0;
    std::vector<TermId> slots_;
    std::unordered_map<std::uint64_t, std::uint32_t> functors_;
};

// The terms that one thread has met, so that it seldom needs the lock.
class TermCache {
public:
    explicit TermCache(Terms& terms) : terms_(terms), slots_(1 << 8, Slot{0, none}) {}

    TermId intern(Symbol symbol, const TermId* arguments, std::size_t arity) {
        const std::uint32_t hash = quick_hash(symbol, arguments, arity);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id != none; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].hash == hash && terms_.equals(slots_[at].id, symbol, arguments, arity)) return slots_[at].id;
        const TermId id = terms_.intern(symbol, arguments, arity);
        slots_[at] = {hash, id};
        if (2 * ++size_ > slots_.size()) grow();
        return id;
    }

private:
    struct Slot {
        std::uint32_t hash;
        TermId id;
    };

    void grow() {
        std::vector<Slot> old(2 * slots_.size(), Slot{0, none});
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.id == none) continue;
            std::size_t at = slot.hash & (slots_.size() - 1);
            while (slots_[at].id != none) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    Terms& terms_;
    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace zermelo::datalog
