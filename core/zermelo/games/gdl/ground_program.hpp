// A game's rules without variables, as plain data, and the reader of the format in which clingo writes them.
//
// An atom is a number; an atom holds if some rule with this head has a body whose literals all hold. What `true` and `does` hold for
// is given from outside; these atoms have no rules.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::gdl {

using Atom = std::int32_t;
inline constexpr Atom always = 0, never = -1;  // atoms that need no rules

// Rules in flat arrays. A literal is an atom, or its negative for "not".
struct GroundRules {
    std::vector<Atom> heads;
    std::vector<std::uint32_t> begins{0};  // of the bodies; one more than rules
    std::vector<Atom> literals;

    std::size_t size() const { return heads.size(); }
    std::span<const Atom> body(std::size_t rule) const { return {literals.data() + begins[rule], literals.data() + begins[rule + 1]}; }
    void add(Atom head, std::span<const Atom> body) {
        heads.push_back(head);
        literals.insert(literals.end(), body.begin(), body.end());
        begins.push_back(static_cast<std::uint32_t>(literals.size()));
    }
};

struct GroundProgram {
    // A fact of states: the atom of (true f), that of (next f), and whether it holds at the start.
    struct Fact {
        Atom now = never, next = never;
        bool initial = false;
    };
    struct Input {
        Atom does = never, legal = never;
    };
    struct Goal {
        Atom atom = never;
        std::int32_t value = 0;
    };
    struct Role {
        std::vector<Input> inputs;
        std::vector<Goal> goals;
    };

    Atom atoms = 0;  // their numbers are from 1 to this
    std::vector<Fact> facts;
    std::vector<Role> roles;
    Atom terminal = never;
    GroundRules rules;
};

// A ground program in the ASPIF format (Kaminski, Schaub, Wanko: A tutorial on hybrid answer set solving with clingo, 2017, appendix A).
struct Aspif {
    GroundRules rules;  // without choices
    Atom atoms = 0;
    std::vector<std::pair<std::string, Atom>> shown;  // a shown atom that is a fact has the number `always`
};

namespace detail {

class AspifReader {
public:
    explicit AspifReader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    std::optional<Aspif> read() {
        const std::string_view text(at_, static_cast<std::size_t>(end_ - at_));
        const std::size_t line = text.find('\n');
        if (!text.starts_with("asp 1 0 0") || line == std::string_view::npos) return std::nullopt;
        at_ += line;
        while (true) {
            const std::int32_t kind = number();
            if (broken_) return std::nullopt;
            if (kind == 0) return std::move(out_);
            if (kind == 1) rule();
            else if (kind == 4) show();
            else broken_ = true;
        }
    }

private:
    void rule() {
        const bool choice = number() != 0;
        heads_.clear(), body_.clear();
        for (std::int32_t left = count(); left > 0; --left) heads_.push_back(atom(number()));
        if (number() != 0) broken_ = true;  // a body with weights
        for (std::int32_t left = count(); left > 0; --left) body_.push_back(atom(number()));
        if (choice || broken_) return;
        if (heads_.size() != 1 || heads_.front() <= 0) broken_ = true;  // constraints and disjunctions
        else out_.rules.add(heads_.front(), body_);
    }
    void show() {
        const std::int32_t length = count();
        if (broken_ || end_ - at_ <= length) return fail();
        const std::string name(at_ + 1, static_cast<std::size_t>(length));
        at_ += 1 + length;
        const std::int32_t literals = number();
        if (literals == 0) out_.shown.emplace_back(name, always);
        else if (const Atom shown = number(); literals == 1 && shown > 0) out_.shown.emplace_back(name, atom(shown));
        else broken_ = true;
    }
    Atom atom(std::int32_t literal) {
        if (literal == 0) broken_ = true;
        out_.atoms = std::max(out_.atoms, literal < 0 ? -literal : literal);
        return literal;
    }
    std::int32_t count() {
        const std::int32_t read = number();
        if (read < 0 || read > end_ - at_) broken_ = true;
        return broken_ ? 0 : read;
    }
    std::int32_t number() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r')) ++at_;
        std::int32_t read = 0;
        const auto [after, error] = std::from_chars(at_, end_, read);
        if (error != std::errc() || read == INT32_MIN) fail();
        at_ = after;
        return broken_ ? 0 : read;
    }
    void fail() { broken_ = true; }

    const char *at_, *end_;
    bool broken_ = false;
    Aspif out_;
    std::vector<Atom> heads_, body_;
};

}  // namespace detail

// None if the text is not such a program.
inline std::optional<Aspif> read_aspif(std::string_view text) { return detail::AspifReader(text).read(); }

}  // namespace zermelo::gdl
