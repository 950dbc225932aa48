import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages } from './kit/world.ts'

/** A list that stays open follows what others do (decision 0083). */

const SECONDS = 1000
/** The server may answer with a list of some seconds ago. */
const untilStale = (page: Page) => advanceClock(page.request, 60)
const ticketOf = (page: Page, id: string) => page.locator(`[data-live="${id}"]`)

test('a list that stays open follows the seats, the countdown and the button', async ({ page }) => {
  await page.clock.install()
  const place = await openPlace(page.request, await newRider(page.request), {
    airportId: 'air_bhx',
    days: 33,
    maxPassengers: 2,
  })
  await page.goto(`${pages}/carpool?airportName=BHX`)
  const ticket = ticketOf(page, place.carpoolId)
  await expect(ticket).toContainText('还差 1 人')
  await ticket.getByRole('link').first().focus()

  await joinPlace(page.request, await newRider(page.request), place, 33)
  await untilStale(page)
  await page.clock.runFor(11 * SECONDS)
  await expect(ticket).toContainText('座位已满（2/2）')
  await expect(ticket.getByRole('button', { name: '已结束' })).toBeDisabled()
  await expect(page.locator('p[role=status].for-ears')).toContainText('2/2')
  await expect(ticket.getByRole('link').first()).toBeFocused()
  await expectAccessible(page)
})
