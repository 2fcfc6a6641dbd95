// A tree of Monte-Carlo search that is kept between searches, of whatever game the last one was. The next search goes on with
// what is below its position, if that was reached before; else it begins anew.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "zermelo/search/mcts_tree.hpp"
#include "zermelo/search/playout.hpp"

namespace zermelo {

class KeptTree {
public:
    explicit KeptTree(std::size_t megabytes) : megabytes_(megabytes) {}

    void clear() { kept_.reset(), companion_.reset(); }

    // Forget the tree of any other game. The binding calls it while it may touch Python objects, which that game may hold.
    template <class G>
    void forget_other() {
        if (!dynamic_cast<Kept<G>*>(kept_.get())) clear();
    }

    // What the kept positions refer to, such as the numbers of their moves. It lives as long as the tree that it was made with.
    template <class T>
    T& companion(std::uint64_t salt) {
        auto* held = dynamic_cast<Companion<T>*>(companion_.get());
        if (!held || held->salt != salt) {
            kept_.reset();
            auto made = std::make_unique<Companion<T>>(salt);
            held = made.get();
            companion_ = std::move(made);
        }
        return held->value;
    }

    // The tree for a search from `root`. Searches with another `salt` count otherwise, and share nothing.
    template <class G>
    MctsTree<typename G::Move>& for_search(const G& root, std::uint64_t salt) {
        if constexpr (std::equality_comparable<G>) {
            auto* kept = dynamic_cast<Kept<G>*>(kept_.get());
            if (kept && kept->salt == salt) {
                // A leaf may be proven already, and would never get children.
                if (const auto at = find(*kept, root); at && kept->tree[*at].expanded()) {
                    if (*at) kept->tree.keep(*at);
                    kept->root = root;
                    return kept->tree;
                }
            }
        }
        kept_.reset();
        auto made = std::make_unique<Kept<G>>(root, salt, megabytes_);
        auto& tree = made->tree;
        kept_ = std::move(made);
        return tree;
    }

private:
    static constexpr int most_plies = 4;            // that may have been played since the last search

    // How many positions to compare.
    template <class G>
    static constexpr std::size_t most_places() {
        if constexpr (requires { G::kept_places; }) return G::kept_places;
        else return 50'000;
    }

    struct Base {
        virtual ~Base() = default;
    };
    template <class G>
    struct Kept final : Base {
        Kept(const G& root_, std::uint64_t salt_, std::size_t megabytes) : root(root_), salt(salt_), tree(megabytes) {}
        G root;
        std::uint64_t salt;
        MctsTree<typename G::Move> tree;
    };

    template <class T>
    struct Companion final : Base {
        explicit Companion(std::uint64_t salt_) : salt(salt_) {}
        std::uint64_t salt;
        T value;
    };

    // Where a position is in the tree: breadth first among the nodes visited.
    template <class G>
    static std::optional<std::uint32_t> find(const Kept<G>& kept, const G& wanted) {
        struct Place {
            std::uint32_t node;
            G game;
        };
        std::vector<Place> places{{0, kept.root}}, next;
        // A game may refer to the search that it was made for, which is over.
        if constexpr (requires(G& game) { game.adopt_context(wanted); }) places[0].game.adopt_context(wanted);
        std::size_t visited = 0;
        for (int ply = 0; ply <= most_plies && !places.empty(); ++ply, std::swap(places, next), next.clear())
            for (const Place& place : places) {
                if (place.game == wanted) return place.node;
                if (ply == most_plies || !kept.tree[place.node].expanded() || visited > most_places<G>()) continue;
                const auto& node = kept.tree[place.node];
                const std::uint32_t first = node.first_child.load(std::memory_order_relaxed);
                for (std::uint32_t child = first; child < first + node.child_count; ++child) {
                    if (kept.tree[child].visits.load(std::memory_order_relaxed) == 0) continue;
                    ++visited;
                    next.push_back({child, place.game.play(kept.tree[child].move)});
                }
            }
        return std::nullopt;
    }

    std::size_t megabytes_;
    std::unique_ptr<Base> companion_, kept_;  // positions go before what they refer to
};

}  // namespace zermelo
