import gazetteer from './gazetteer.json' with { type: 'json' }

/**
 * Traditional → simplified characters, for those in our place names and the commonest in addresses.
 */
const SIMPLIFIED = new Map(
  gazetteer.traditional
    .flatMap((line) => line.split(' '))
    .map((pair): [string, string] => {
      const [traditional = '', simplified = ''] = pair
      return [traditional, simplified]
    }),
)

/**
 * Normalises a text for search and comparison: half width, lower case, no accents, simplified
 * characters, single spaces. Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/\p{Script=Han}/gu, (char) => SIMPLIFIED.get(char) ?? char)
    .replace(/\s+/g, ' ')
    .trim()
