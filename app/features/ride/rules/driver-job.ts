import type { Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { type Car, placesIn, rideOf } from './ride-state.ts'

/** A car that its driver has to drive. */
export type DriverJob = { car: Car; people: number; words: string }

/** The jobs of a group's drivers. `words`: all that a driver has to know; its digest is stored. */
export function jobsOf(state: Group): DriverJob[] {
  if (is(state.status, 'cancelled')) return []
  return rideOf(state).cars.flatMap((car) => {
    const places = placesIn(state, car)
    if (places.length === 0) return []
    const stops = places.map(({ id, party }) => [id, party.people, party.nLocation])
    const people = places.reduce((sum, { party }) => sum + party.people, 0)
    // Each version of a car has its own link.
    return { car, people, words: JSON.stringify([car.version, stops]) }
  })
}

const CHINESE = /zh|中|国语|普通|汉|粤|mandarin|cantonese|chinese/i
const ENGLISH = /\ben\b|english|英/i

/** The language in which to write to a driver: the first of ours in their entry, else English. */
export function driverLanguage(languages: string): 'zh' | 'en' {
  const [chinese, english] = [languages.search(CHINESE), languages.search(ENGLISH)]
  return chinese >= 0 && (english < 0 || chinese < english) ? 'zh' : 'en'
}
