import { createHash } from 'node:crypto'

/** Bits set per word; optimal for a filter with 16 bits per word. */
const HASHES = 11

/** The bits set for a word in a Bloom filter of this many bytes. */
export function bitsOf(word: string, bytes: number): number[] {
  const digest = createHash('sha256').update(word).digest()
  const [first, step] = [digest.readUInt32BE(0), digest.readUInt32BE(4)]
  return Array.from({ length: HASHES }, (_, n) => (first + n * step) % (bytes * 8))
}

/** Whether a word may be in the set the filter was built from. No false negatives. */
export const mayHold = (filter: Uint8Array, word: string): boolean =>
  bitsOf(word, filter.length).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)
