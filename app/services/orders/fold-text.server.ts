import gazetteer from './gazetteer.json' with { type: 'json' }

/**
 * Traditional character → simplified one, for the characters of our places and the commonest of
 * addresses.
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
 * A text as it is searched and compared: full width as half, lower case, without accents,
 * traditional characters simplified, single spaces. Folding twice changes nothing.
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
