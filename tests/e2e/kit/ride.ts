import { expect, type Page } from '@playwright/test'
import { fillCard } from './card.ts'
import { inDays, pages } from './world.ts'

/** Values for the forms; an airport that no other test uses keeps lists apart. */
export type Ride = {
  airport: string
  terminal?: string
  tripType?: 'PICKUP' | 'DROPOFF'
  days: number
  maxPassengers: number
  people?: number
  address?: string
}

export const dialog = (page: Page) => page.getByRole('dialog')
/** The main button of the open dialog. */
export const mainButton = (page: Page) =>
  page.locator('dialog footer').locator('button, a').filter({ visible: true }).last()

const control = (page: Page, name: string) => page.locator(`dialog [name=${name}]`)

/** Goes on to the next step of the open form. */
export async function nextStep(page: Page): Promise<void> {
  const before = await page.locator('dialog [aria-current=step]').innerText()
  await page.getByRole('button', { name: /^(下一步|Next)$/ }).click()
  await expect(page.locator('dialog [aria-current=step]')).not.toHaveText(before)
}

/**
 * Fills in the create form, car at 14:00 and flight at 11:30 (pickup) or 18:00 (drop-off), and ends
 * at its last step. Without scripts there are no steps.
 */
export async function fillCreateForm(page: Page, ride: Ride, steps = true): Promise<void> {
  const { tripType = 'PICKUP', airport, terminal, days, maxPassengers, people = 1 } = ride
  await control(page, 'tripType').selectOption(tripType)
  await control(page, 'airportId').selectOption({ label: airport })
  if (terminal) await control(page, 'terminal').selectOption(terminal)
  const flight = tripType === 'PICKUP' ? '11:30' : '18:00'
  await control(page, 'flightTime').fill(await inDays(page, days, flight))
  await control(page, 'flightNumber').fill('ba 32')
  await control(page, 'carpoolDatetime').fill(await inDays(page, days, '14:00'))
  if (steps) await nextStep(page)
  await control(page, 'maxPassengers').selectOption(String(maxPassengers))
  await control(page, 'people').fill(String(people))
  await control(page, 'nLocation').fill(ride.address ?? '12 Lenton Boulevard')
  await control(page, 'bigLuggage').fill('2')
  if (steps) await nextStep(page)
}

/** Opens a car and ends at its payment. */
export async function draftRide(page: Page, ride: Ride): Promise<void> {
  await page.goto(`${pages}/carpool/create`)
  await fillCreateForm(page, ride)
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
}

/** Types a card and presses the pay button. */
export async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await mainButton(page).click()
}

/** Opens a car's join form, fills it in and ends at its last step. */
export async function fillJoinForm(
  page: Page,
  carpoolId: string,
  days: number,
  time = '12:00',
  steps = true,
): Promise<void> {
  await page.goto(`${pages}/carpool/${carpoolId}/join`)
  await fillOpenJoinForm(page, days, time, steps)
}

/** The same in the join form that is open. */
export async function fillOpenJoinForm(
  page: Page,
  days: number,
  time = '12:00',
  steps = true,
): Promise<void> {
  await control(page, 'flightTime').fill(await inDays(page, days, time))
  if (steps) await nextStep(page)
  await control(page, 'nLocation').fill('8 Park Row')
  if (steps) await nextStep(page)
}
