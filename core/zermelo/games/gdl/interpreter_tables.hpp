// The tables of the interpreter: facts indexed by some of their arguments, and the answers to the calls of one evaluation.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "zermelo/games/gdl/interpreter_terms.hpp"

namespace zermelo::datalog {

// The row of a fact: its arguments.
struct Arguments {
    const Terms& terms;
    const TermId* operator()(TermId fact) const { return terms[fact].arguments; }
};

// Finds items by the values in some columns of their rows; without columns, all items are one group. `row(item)` gives its values.
class Index {
public:
    explicit Index(std::vector<std::uint32_t> columns) : columns_(std::move(columns)) {}

    template <class Row>
    void build(std::span<const std::uint32_t> items, const Row& row) {
        items_.resize(items.size());
        groups_.clear();
        if (columns_.empty()) {
            std::copy(items.begin(), items.end(), items_.begin());
            return;
        }
        slots_.assign(std::bit_ceil(2 * items.size() + 1), none);
        group_of_.resize(items.size());
        for (std::size_t at = 0; at < items.size(); ++at) {
            key_.clear();
            for (const std::uint32_t column : columns_) key_.push_back(row(items[at])[column]);
            std::uint32_t& slot = slots_[place(key_.data(), row)];
            if (slot == none) {
                slot = static_cast<std::uint32_t>(groups_.size());
                groups_.push_back({items[at], 0, 0});
            }
            group_of_[at] = slot;
            ++groups_[slot].count;
        }
        std::uint32_t begin = 0;
        for (Group& group : groups_) {
            group.begin = begin;
            begin += group.count;
            group.count = 0;
        }
        for (std::size_t at = 0; at < items.size(); ++at) {
            Group& group = groups_[group_of_[at]];
            items_[group.begin + group.count++] = items[at];
        }
    }

    template <class Row>
    std::span<const std::uint32_t> find(const TermId* key, const Row& row) const {
        if (columns_.empty()) return items_;
        const std::uint32_t slot = slots_[place(key, row)];
        if (slot == none) return {};
        return {items_.data() + groups_[slot].begin, groups_[slot].count};
    }

private:
    struct Group {
        std::uint32_t first, begin, count;  // an item of it, and where its items are
    };

    template <class Row>
    std::size_t place(const TermId* key, const Row& row) const {
        std::size_t at = quick_hash(0, key, columns_.size()) & (slots_.size() - 1);
        for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
            const TermId* values = row(groups_[slots_[at]].first);
            std::size_t column = 0;
            while (column < columns_.size() && values[columns_[column]] == key[column]) ++column;
            if (column == columns_.size()) break;
        }
        return at;
    }

    std::vector<std::uint32_t> columns_;
    std::vector<std::uint32_t> items_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> slots_, group_of_;
    std::vector<TermId> key_;
};

// The answers to calls. A call is a procedure with the values of its bound arguments; an answer is the values of the others.
class AnswerTable {
public:
    // `fresh`: not evaluated; `active`: being evaluated; `provisional`: evaluated with incomplete answers of an active call.
    enum class Status : std::uint8_t { fresh, active, provisional, complete };
    struct Call {
        std::uint32_t procedure, keys, key_count, width;
        std::uint32_t answers = 0;
        std::uint32_t frame = 0;  // active: its frame; provisional: the lowest frame that it depends on
        std::uint32_t round = 0;
        Status status = Status::fresh;
        std::vector<TermId> values;  // the answers, one after the other
    };

    AnswerTable() : calls_by_key_(1 << 8), answers_by_value_(1 << 8) {}

    Call& operator[](std::uint32_t call) { return calls_[call]; }
    const TermId* keys(const Call& call) const { return keys_.data() + call.keys; }
    // How much the calls and answers take, in values.
    std::size_t size() const { return keys_.size() + 4 * used_ + values_; }

    void clear() {
        if (used_ == 0) return;
        used_ = values_ = hashed_ = 0;
        keys_.clear();
        if (++epoch_ == 0) {
            std::fill(calls_by_key_.begin(), calls_by_key_.end(), Slot{});
            std::fill(answers_by_value_.begin(), answers_by_value_.end(), Slot{});
            epoch_ = 1;
        }
    }

    // Free the memory too.
    void reset() { *this = AnswerTable(); }

    std::uint32_t find_or_add(std::uint32_t procedure, const TermId* keys, std::uint32_t key_count, std::uint32_t width) {
        std::size_t at = quick_hash(procedure, keys, key_count) & (calls_by_key_.size() - 1);
        for (; calls_by_key_[at].epoch == epoch_; at = (at + 1) & (calls_by_key_.size() - 1)) {
            const Call& call = calls_[calls_by_key_[at].call];
            if (call.procedure == procedure && std::equal(keys, keys + key_count, keys_.data() + call.keys)) return calls_by_key_[at].call;
        }
        const auto number = static_cast<std::uint32_t>(used_++);
        if (number == calls_.size()) calls_.emplace_back();
        Call& call = calls_[number];
        call.procedure = procedure;
        call.keys = static_cast<std::uint32_t>(keys_.size());
        call.key_count = key_count;
        call.width = width;
        call.answers = call.round = 0;
        call.status = Status::fresh;
        call.values.clear();
        keys_.insert(keys_.end(), keys, keys + key_count);
        calls_by_key_[at] = {epoch_, number, 0};
        if (2 * used_ > calls_by_key_.size()) grow_calls();
        return number;
    }

    bool contains(std::uint32_t number, const TermId* values) const {
        const Call& call = calls_[number];
        if (call.answers > few) return find_answer(number, values, call.width).second;
        for (std::uint32_t at = 0; at < call.answers; ++at)
            if (std::equal(values, values + call.width, call.values.data() + at * call.width)) return true;
        return false;
    }

    // Returns whether the answer is new.
    bool add(std::uint32_t number, const TermId* values) {
        Call& call = calls_[number];
        const std::uint32_t width = call.width;
        if (width == 0) {
            if (call.answers) return false;
        } else if (call.answers < few) {
            for (std::uint32_t at = 0; at < call.answers; ++at)
                if (std::equal(values, values + width, call.values.data() + at * width)) return false;
        } else {
            if (call.answers == few)
                for (std::uint32_t at = 0; at < few; ++at) hash_answer(number, at, call.values.data() + at * width);
            if (!hash_answer(number, call.answers, values)) return false;
        }
        call.values.insert(call.values.end(), values, values + width);
        ++call.answers;
        values_ += width + 1;
        return true;
    }

private:
    static constexpr std::uint32_t few = 8;  // compared one by one
    struct Slot {
        std::uint32_t epoch = 0, call = 0, answer = 0;
    };

    // Where an answer is among the slots, or would be, and whether it is there.
    std::pair<std::size_t, bool> find_answer(std::uint32_t number, const TermId* values, std::uint32_t width) const {
        std::size_t at = quick_hash(number, values, width) & (answers_by_value_.size() - 1);
        for (; answers_by_value_[at].epoch == epoch_; at = (at + 1) & (answers_by_value_.size() - 1)) {
            const Slot& slot = answers_by_value_[at];
            if (slot.call == number && std::equal(values, values + width, calls_[number].values.data() + slot.answer * width)) return {at, true};
        }
        return {at, false};
    }
    bool hash_answer(std::uint32_t number, std::uint32_t answer, const TermId* values) {
        if (2 * (hashed_ + 1) > answers_by_value_.size()) grow_answers();
        const auto [at, found] = find_answer(number, values, calls_[number].width);
        if (found) return false;
        answers_by_value_[at] = {epoch_, number, answer};
        ++hashed_;
        return true;
    }

    void grow_calls() {
        std::vector<Slot> old(2 * calls_by_key_.size());
        old.swap(calls_by_key_);
        for (const Slot& slot : old)
            if (slot.epoch == epoch_)
                insert(calls_by_key_, slot, quick_hash(calls_[slot.call].procedure, keys(calls_[slot.call]), calls_[slot.call].key_count));
    }
    void grow_answers() {
        std::vector<Slot> old(2 * answers_by_value_.size());
        old.swap(answers_by_value_);
        for (const Slot& slot : old) {
            if (slot.epoch != epoch_) continue;
            const Call& call = calls_[slot.call];
            insert(answers_by_value_, slot, quick_hash(slot.call, call.values.data() + slot.answer * call.width, call.width));
        }
    }
    void insert(std::vector<Slot>& slots, const Slot& slot, std::uint32_t hash) const {
        std::size_t at = hash & (slots.size() - 1);
        while (slots[at].epoch == epoch_) at = (at + 1) & (slots.size() - 1);
        slots[at] = slot;
    }

    std::vector<Call> calls_;
    std::size_t used_ = 0, values_ = 0, hashed_ = 0;
    std::vector<TermId> keys_;
    std::uint32_t epoch_ = 1;
    std::vector<Slot> calls_by_key_, answers_by_value_;
};

}  // namespace zermelo::datalog
