// The fuzz target without libFuzzer: seeds with random changes. It aborts if a check fails.
#include "../fuzz/positions.cpp"
#include "check.hpp"
#include "zermelo/base/random.hpp"

int main() {
    const std::vector<std::string> seeds = {
        "44444", "32164625", "1234567", "f5d6c3d3c4f4f6", "f5--d6", "", std::string(64, '-') + " X",
        "---------------------------OX------XO--------------------------- X; f5:+0; d3:-2;",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4k3/8/8/8/4Pp2/8/8/1R2K3 b B e3 3 17",
        "8/P7/8/8/8/8/7p/K6k w - - 0 1 moves a8=N h1g1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O", "e2e4", "Nf3", "O-O-O",
        "[White \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"]\n\n30. O-O {so} Kd7 $1 (30... Ke7 31. Rf2!) 1-0\n\n1. e4 *\n",
        "11-15 23-19 8-11 22-17", "B:W17,21,K5:B1,2", "W:W18,21-24,K28:BK3,9-12:H12:F3", "B:W6,7,14,15:BK2 moves 2x9x18x11x2",
        "[FEN \"W:W17,K22:B1,10,25\"]\n\n1... 22x29 {so} 2. 10-14 (2. 1-5 17-13) 17x10 0-1\n\n1. 11-15 *\n",
        "9: D4 E5 pass J9", "5/1XO2/XO1O1/1XO2/5 b: C3 pass", "XX./OOO/3 w", "C3 pass pass",
        "%%%%%%\n%P.oG%\n% %G.%\n%%%%%%\n", "%%%%%%/%.--G%/%%%%%% 1 -3 3,2 5,2,W+,12 min", "%%%%/%-G%/%%%% lost:0 -501 3,2 3,2,-,0 random",
    };
    zermelo::Random random(7);
    const std::string letters = "%oG,1234567890abcdefghXO-*. ;:+/kqrnpwKQRBNP=#[]{}()$!\"\n\xff";
    for (int round = 0; round < 40000; ++round) {
        std::string text = seeds[random.below(static_cast<std::uint32_t>(seeds.size()))];
        for (std::uint32_t change = random.below(6); change > 0; --change) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(text.size() + 1));
            const char letter = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
            switch (random.below(3)) {
                case 0: text.insert(at, 1, letter); break;
                case 1: if (at < text.size()) text[at] = letter; break;
                default: text.erase(at, 1 + random.below(4));
            }
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
    return report("fuzz");
}
