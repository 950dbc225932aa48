import { useEffect, useState } from 'react'
import { usualDeparture } from '#app/carpool/rules/flights.ts'
import { instantOfWall } from '#app/carpool/ui/wall.ts'
import { useFormat } from '#app/i18n/context.tsx'
import type { FormFields } from '#app/web/ui/use-form.ts'
import type { CreateValues } from './values.ts'

/**
 * Fills in the car's time from the flight's, until the student chooses one. Returns whether the
 * field holds a proposal.
 */
export function useProposedTime(
  { tripType, flightTime, carpoolDatetime }: FormFields<CreateValues>,
  { earliest, guess }: { earliest: number; guess: string },
): boolean {
  const format = useFormat()
  const [last, setLast] = useState<string | null>(null)
  const flight = instantOfWall(flightTime.value, format.wall)
  const type = tripType.value === 'DROPOFF' ? 'DROPOFF' : 'PICKUP'
  const proposal =
    flight === null ? null : format.wall(Math.max(earliest, usualDeparture(type, flight)))
  const { id, value } = carpoolDatetime
  const free = value === '' || value === guess || value === last
  useEffect(() => {
    const input = document.getElementById(id)
    if (!proposal || !free || proposal === last || !(input instanceof HTMLInputElement)) return
    setLast(proposal)
    input.value = proposal
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, [id, proposal, free, last])
  return last !== null && value === last
}
