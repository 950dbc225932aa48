import type { SheetCar } from './day-sheet.ts'

/** What a sheet says of each of its cars and places, by `carKey` and the place's id. */
export type Marks = Record<string, string>
export type SheetChange = 'new' | 'changed'

/** Names a car, or the part of a group that has none. */
export const carKey = ({ groupId, ride }: Pick<SheetCar<unknown>, 'groupId' | 'ride'>): string =>
  `${groupId} ${ride?.id ?? ''}`

/** Everything that a sheet says, as texts to compare. What a driver reports is not on it. */
export function sheetTexts(cars: readonly SheetCar<unknown>[]): Marks {
  const texts: Marks = {}
  for (const car of cars) {
    const { ride, meetAt, expired } = car
    const key = carKey(car)
    const crew = ride && [ride.vehicle, ride.driver, ride.meetingPoint, ride.note]
    texts[key] = JSON.stringify([meetAt, expired, crew])
    for (const { participantId, party, owes, name, phone } of car.places)
      texts[participantId] = JSON.stringify([key, party, owes, name, phone])
  }
  return texts
}

/** What is new or has changed since `before`, and who is gone. */
export function changesSince(
  before: Marks,
  now: Marks,
): { marks: Record<string, SheetChange>; gone: string[] } {
  const marks = Object.entries(now).flatMap(([key, mark]): [string, SheetChange][] => {
    const old = before[key]
    if (old === mark) return []
    return [[key, old === undefined ? 'new' : 'changed']]
  })
  const gone = Object.keys(before).filter((key) => key.startsWith('par_') && !(key in now))
  return { marks: Object.fromEntries(marks), gone }
}
