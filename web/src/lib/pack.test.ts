// What is shared comes back as it was.

import { expect, it } from "vitest";
import { pack, unpack } from "./pack";

it("leaves short texts readable", async () => {
  expect(await pack("A(B=1 C=2)")).toBe("A(B=1 C=2)");
});

it("packs long texts, and any text that looks packed", async () => {
  for (const text of ["A(".repeat(3000), "~not packed", "∞ Ω ".repeat(1000)]) {
    const packed = await pack(text);
    expect(packed).toMatch(/^~[\w-]+$/);
    expect(await unpack(packed)).toBe(text);
  }
});

it("says so when an address is damaged", async () => {
  await expect(unpack("~%%%")).rejects.toThrow("damaged");
  await expect(unpack("~AAAA")).rejects.toThrow("damaged");
});
