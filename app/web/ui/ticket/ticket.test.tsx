import type { ReactElement } from 'react'
import { renderToStaticMarkup as render } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { MAX_PASSENGERS, TRIP_PEOPLE_MAX } from '#app/kernel/limits.ts'
import { Car } from './car.tsx'
import { Coach } from './coach.tsx'

/** How many seats of each kind a picture has: each begins with a move of the pen. */
function seatsOf(picture: ReactElement) {
  const paths = [...render(picture).matchAll(/class="(taken|mine|missing|free)" d="([^"]*)"/g)]
  return Object.fromEntries(paths.map(([, kind, d]) => [kind, d?.match(/M/g)?.length]))
}

describe('a car', () => {
  test('every car weighs less than 1.5 kB', () => {
    for (let max = 1; max <= MAX_PASSENGERS; max++)
      for (let taken = 0; taken <= max; taken++) {
        const car = <Car taken={taken} max={max} mine={Math.min(1, taken)} height={120} />
        expect(render(car).length, `${taken} of ${max}`).toBeLessThan(1500)
      }
  })

  test('has a seat for each passenger: taken, one’s own, missing, or free', () => {
    expect(seatsOf(<Car taken={3} max={4} height={38} />)).toEqual({ taken: 3, missing: 1 })
    expect(seatsOf(<Car taken={3} max={5} mine={2} height={38} />)).toEqual({
      taken: 1,
      mine: 2,
      missing: 2,
    })
    expect(seatsOf(<Car taken={2} max={4} missing={0} height={38} />)).toEqual({
      taken: 2,
      free: 2,
    })
    expect(seatsOf(<Car taken={1} max={1} height={38} />)).toEqual({ taken: 1 })
  })
})

describe('a coach', () => {
  test('has a seat for each person of a small trip', () => {
    expect(seatsOf(<Coach taken={3} max={8} missing={2} height={38} />)).toEqual({
      taken: 3,
      missing: 2,
      free: 3,
    })
  })

  test('shows a share of a large trip, and nobody who has joined or is missing vanishes', () => {
    for (let max = 25; max <= TRIP_PEOPLE_MAX; max++) {
      const seats = seatsOf(<Coach taken={1} mine={1} max={max} missing={1} height={38} />)
      expect(seats, `1 of ${max}`).toEqual({ mine: 1, missing: 1, free: 22 })
      expect(seatsOf(<Coach taken={max} max={max} height={38} />)).toEqual({ taken: 24 })
    }
  })
})
