import type { Language } from '#app/i18n/languages.ts'
import { searchNameOf, shortNameOf } from '#app/kernel/airport-names.ts'

type Name = { zh: string; en: string }

/** The airports to choose from in a search: `Heathrow LHR`, or the name alone if it has no code. */
export const airportOptions = (airports: Name[], language: Language) =>
  airports.map((name) => {
    const [short, code] = [shortNameOf(name)[language], searchNameOf(name)]
    return { value: code, label: code === name.en ? short : `${short} ${code}` }
  })
