/**
 * Normalises a text for search and comparison: half width, lower case, no accents, single spaces.
 * Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
