import { createHash } from 'node:crypto'

/** How many bits are set for a word: the best number where the filter has 16 bits for each. */
const HASHES = 11

/** The bits of a Bloom filter of so many bytes that are set for a word. */
export function bitsOf(word: string, bytes: number): number[] {
  const digest = createHash('sha256').update(word).digest()
  const [first, step] = [digest.readUInt32BE(0), digest.readUInt32BE(4)]
  return Array.from({ length: HASHES }, (_, n) => (first + n * step) % (bytes * 8))
}

/**
 * Whether a word may be in the set that the filter was made of. It never says no to one that is.
 */
export const mayHold = (filter: Uint8Array, word: string): boolean =>
  bitsOf(word, filter.length).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)
