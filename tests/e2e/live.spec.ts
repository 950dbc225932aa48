import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { plainPhone } from './kit/people.ts'
import { joinPlace, newRider, openPlace, type Place } from './kit/places.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages, setLanguage } from './kit/world.ts'

/** A list that stays open follows what others do (decision 0016). */

const LIST = `${pages}/carpool?airportName=BHX`
const SECONDS = 1000
/** The server may answer with a list of some seconds ago. */
const untilStale = (page: Page) => advanceClock(page.request, 60)
const ticketOf = (page: Page, id: string) => page.locator(`[data-live="${id}"]`)

/** A list with the car on it, as nobody has joined yet; its clock is the test's. */
async function openList(page: Page, place: Place, missing: string) {
  await page.clock.install()
  await page.goto(LIST)
  const ticket = ticketOf(page, place.carpoolId)
  await expect(ticket).toContainText(missing)
  await ticket.getByRole('link').first().focus()
  return ticket
}

test('a list that stays open follows the seats, the countdown and the button, in both languages', async ({
  page,
  browser,
}) => {
  const place = await openPlace(page.request, await newRider(page.request), {
    airportId: 'air_bhx',
    days: 33,
    maxPassengers: 2,
  })
  const english = await (await browser.newContext()).newPage()
  await setLanguage(english, 'en')
  const plain = await plainPhone(browser)
  const lists = [
    {
      list: page,
      ticket: await openList(page, place, '还差 1 人'),
      full: '座位已满（2/2）',
      over: '已成团',
    },
    {
      list: english,
      ticket: await openList(english, place, '1 to go'),
      full: 'No seats left (2/2)',
      over: 'Full',
    },
  ]
  await plain.goto(LIST)
  await expect(ticketOf(plain, place.carpoolId)).toContainText('1 to go')

  await joinPlace(page.request, await newRider(page.request), place, 33)
  await untilStale(page)
  for (const { list, ticket, full, over } of lists) {
    await list.clock.runFor(11 * SECONDS)
    await expect(ticket).toContainText(full)
    await expect(ticket.getByRole('button', { name: over })).toBeDisabled()
    await expect(list.locator('p[role=status].for-ears')).toContainText('2/2')
    await expect(ticket.getByRole('link').first()).toBeFocused()
    await expectAccessible(list)
  }
  // Without scripts it is as it was sent, and says the same once it is loaded again.
  await plain.reload()
  await expect(ticketOf(plain, place.carpoolId)).toContainText('No seats left (2/2)')
  await english.context().close()
  await plain.context().close()
})

test('a list does not change under a finger', async ({ page }) => {
  const ride = { airportId: 'air_bhx', days: 34, maxPassengers: 2 }
  const place = await openPlace(page.request, await newRider(page.request), ride)
  const ticket = await openList(page, place, '还差 1 人')
  await joinPlace(page.request, await newRider(page.request), place, ride.days)
  await untilStale(page)
  await ticket.getByRole('link', { name: /^加入/ }).hover()
  await page.mouse.down()
  const read = page.waitForResponse(LIST)
  await page.clock.runFor(11 * SECONDS)
  await read
  await expect(ticket).toContainText('还差 1 人')
  await page.mouse.up()
  await expect(page).toHaveURL(/join/)
})
