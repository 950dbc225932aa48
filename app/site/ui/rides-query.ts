/** The three lists of a student's own bookings, each with its own URL (docs/rules.md#my-trips). */
export const LISTS = ['joined', 'exited', 'history'] as const
export type List = (typeof LISTS)[number]

const isList = (name: string | null): name is List => LISTS.some((list) => list === name)

export function listOfSearch(search: string): List {
  const name = new URLSearchParams(search).get('list')
  return isList(name) ? name : 'joined'
}

export const listPath = (list: List): string =>
  list === 'joined' ? '/rides' : `/rides?list=${list}`
