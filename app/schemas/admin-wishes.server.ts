import * as z from 'zod'
import { earliestDeparture } from '#app/domain/carpool/check.ts'
import { FOR_WISHES_SEATS, MIN_DAYS_AHEAD } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { countField, notTooFar, terminalField, timeField } from './common.server.ts'
import { issue } from './issue.ts'

const CARS_MAX = 1000

/** A car that an administrator opens for wishes (docs/rules.md#opened-for-wishes). */
export const carForWishesSchema = ({ now }: { now: Instant }) =>
  z
    .object({
      carpoolDatetime: timeField('carpoolTimeRequired', '2026-12-12T09:30').refine(
        (at) => at >= earliestDeparture(now),
        { error: issue('dateTooEarly', { from: earliestDeparture(now), days: MIN_DAYS_AHEAD }) },
      ),
      maxPassengers: countField('maxPassengersRange', FOR_WISHES_SEATS),
      /** Where it goes from or to; those who join say their own. */
      terminal: terminalField,
      /** How many cars for this part of the day are known, as the list says. */
      seen: countField('required', { min: 0, max: CARS_MAX }),
    })
    .check(notTooFar(now, 'carpoolDatetime'))
