import { texts } from '#app/i18n/server.ts'
import { lazily } from '#app/lazily.ts'
import { foldText } from './fold-text.server.ts'
import gazetteer from './gazetteer.json' with { type: 'json' }

const places = texts.zh.places
type City = keyof typeof places.city
type Region = keyof typeof places.region
/** A place abroad that an address may name, or a country. */
export type NamedPlace = `city.${City}` | `region.${Region}`

/** An object's keys with their type; only for objects without extra keys, such as texts. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** We treat Hong Kong and Macau as regions, but addresses use them as towns. */
const TOWN_REGIONS: Region[] = ['hongKong', 'macau']
const COUNTRIES: Region[] = ['china', 'taiwan', 'usa', 'uk', 'abroad']

/**
 * All names of a place on addresses: in every language, plus spellings that are recognised but
 * never displayed.
 */
function namesOf(place: NamedPlace): string[] {
  const [group, key] = place.split('.') as ['city' | 'region', string]
  const aliases: Record<string, string[] | undefined> = gazetteer.aliases[group]
  const shown = Object.values(texts).map(
    (text) => (text.places[group] as Record<string, string>)[key] ?? '',
  )
  return [...shown, ...(aliases[key] ?? [])]
}

const HAN = /\p{Script=Han}/u
/** The words of a name in Latin letters; the separators (space, comma, dot, hyphen) may differ. */
const wordsOf = (name: string) => name.split(/[ ,.-]+/).filter((word) => word !== '')

/** Folded names with their places, and the same as patterns, separately for Chinese and Latin. */
type Names = { places: Map<string, NamedPlace>; han: string; latin: string }

function namesIn(keys: NamedPlace[]): Names {
  const named = keys.flatMap((place) =>
    namesOf(place).map((name) => ({ name: foldText(name), place })),
  )
  const han = named.filter(({ name }) => HAN.test(name))
  const latin = named.filter(({ name }) => !HAN.test(name))
  return {
    places: new Map([
      ...han.map(({ name, place }) => [name, place] as const),
      ...latin.map(({ name, place }) => [wordsOf(name).join(' '), place] as const),
    ]),
    han: han.map(({ name }) => name).join('|'),
    latin: latin.map(({ name }) => wordsOf(name).join('[ ,.-]+')).join('|'),
  }
}

const towns = lazily(() =>
  namesIn([
    ...keysOf(places.city).map((key) => `city.${key}` as const),
    ...TOWN_REGIONS.map((key) => `region.${key}` as const),
  ]),
)
const countries = lazily(() => namesIn(COUNTRIES.map((key) => `region.${key}` as const)))

// The grammar of addresses. A name counts only in a position where a town can stand: students are
// called Kunming, Austin or Sofia, and a student's name must not be shown as the place they live
// in.

/**
 * A Chinese address goes from large to small: a town is at the start, or follows non-Chinese text
 * or a larger place.
 */
const HAN_EDGE = /(?:^|[^\p{Script=Han}]|[省市区国州县])$/u
const hanPlace = lazily(() => new RegExp(`(?:${countries().han}|${towns().han})$`))
/** Roads are named after towns elsewhere. */
const HAN_ROAD = /^[东西南北中]?[一二三四五]?(?:路|街|大街|大道|巷|弄)/
const HAN_TOWN = /^市(?!场)/
/**
 * Certainly a town and not a person's name: followed by "town", a district or a road, or preceded
 * by a province.
 */
const HAN_DISTRICT = /^\p{Script=Han}{1,8}?[区县镇路街]/u
const HAN_PROVINCE = /(?:省|自治区) ?$/
const hanCountry = lazily(() => new RegExp(`(?:${countries().han}) ?$`))

/**
 * What may follow a town in Latin letters: a postcode, then the end, punctuation, Chinese, or the
 * name of a larger place.
 */
const latinAfter = lazily(() =>
  [
    '(?: (?:city|shi|municipality|province))?',
    '(?=(?: [a-z]{2}(?= \\d{5}(?!\\d)|$))?(?: \\d{1,6}(?:-\\d{3,4})?(?!\\d))?(?: [a-z]\\d[\\dw] ?[a-z\\d]{4})?',
    ' ?(?:$|[,;:()/|"]|\\.(?: |$)|- |\\p{Script=Han}',
    `|(?:${countries().latin}|${towns().latin})(?![\\p{L}\\p{N}])))`,
  ].join(''),
)
const LATIN_BEFORE = '(?<![\\p{Script=Latin}\\p{N}@_.-])'
const country = lazily(() => new RegExp(`(?<!\\p{L})(?:${countries().latin})(?!\\p{L})`, 'gu'))

type Finder = (text: string) => NamedPlace | undefined
type Found = { place: NamedPlace; sure: boolean }

function hanFinder(names: Names): (text: string) => Found | undefined {
  const pattern = new RegExp(names.han, 'gu')
  return (text) => {
    const found = [...text.matchAll(pattern)].flatMap((match): Found[] => {
      const place = names.places.get(match[0])
      const before = text.slice(0, match.index)
      const after = text.slice(match.index + match[0].length)
      const town = HAN_TOWN.test(after)
      const canStandHere = town || HAN_EDGE.test(before) || hanPlace().test(before)
      if (!place || !canStandHere || HAN_ROAD.test(after)) return []
      const within = HAN_PROVINCE.test(before) || hanCountry().test(before)
      return [{ place, sure: town || within || HAN_DISTRICT.test(after) }]
    })
    return found.find(({ sure }) => sure) ?? found[0]
  }
}

function latinFinder(names: Names): Finder {
  const pattern = new RegExp(`${LATIN_BEFORE}(${names.latin})${latinAfter()}`, 'gu')
  return (text) => {
    const found = [...text.matchAll(pattern)].flatMap((match) => {
      // Such an address goes from small to large: it starts with a person or a house, unless there
      // is nothing else.
      const rest = text.slice(match.index + match[0].length).replace(country(), '')
      if (match.index === 0 && /\p{Script=Latin}{3}/u.test(rest)) return []
      return names.places.get(wordsOf(match[1] ?? '').join(' ')) ?? []
    })
    return found.at(-1)
  }
}

/**
 * If both scripts match, the unambiguous one wins: a Chinese name that is certainly a town,
 * otherwise one in Latin letters, because a recipient's Chinese name often precedes an address in
 * America or Europe and rarely the other way round.
 */
function finder(names: Names): Finder {
  const findHan = hanFinder(names)
  const findLatin = latinFinder(names)
  return (text) => {
    const han = findHan(text)
    return han?.sure ? han.place : (findLatin(text) ?? han?.place)
  }
}

const findTown = lazily(() => finder(towns()))
const findCountry = lazily(() => finder(countries()))

/**
 * The town that an address abroad names, else the country, else null. The result is always one of
 * our known places; the address text itself is never returned.
 */
export function findPlace(address: string): NamedPlace | null {
  const text = foldText(address.replace(/[\r\n]+/g, ', '))
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[、。]/g, ',')
  return findTown()(text) ?? findCountry()(text) ?? null
}
