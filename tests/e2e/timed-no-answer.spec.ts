import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards, fillCard } from './kit/card.ts'
import { makeMember } from './kit/members.ts'
import { fillOrder } from './kit/orders.ts'
import { logIn, newStudent, registered } from './kit/people.ts'
import {
  goToHoursBefore,
  joinPlace,
  newRider,
  openPlace,
  type Place,
  type Rider,
} from './kit/places.ts'
import { isSent, onSent } from './kit/posts.ts'
import { fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { fillTripForm, newTraveller, openTrip } from './kit/trips.ts'
import { looseTexts } from './kit/typing.ts'
import { pages } from './kit/world.ts'

/**
 * The server does not respond. After ten seconds the page says so, nothing typed is lost, and one
 * button continues (docs/rules.md#messages).
 */

const WITHIN_MS = 10_000
const note = (page: Page) => page.getByRole('alert')
const field = (page: Page, name: string) => page.locator(`main [name=${name}]:not([type=hidden])`)
const submit = (page: Page) => page.locator('main form button[type=submit]').last()

/** What is typed on a form's page, and the button that sends it. */
type Scene = { values: Record<string, string>; button: Locator }
type World = { page: Page; rider: Rider; member: Rider; mine: Place; open: Place; failed: Place }

const go = (page: Page, to: string) => page.goto(`${pages}${to}`, { waitUntil: 'networkidle' })

async function typed(
  page: Page,
  values: Record<string, string>,
  button = submit(page),
): Promise<Scene> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  return { values, button }
}

async function expectKept(page: Page, values: Scene['values']): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await expect(field(page, name), name).toHaveValue(value)
}

/** Forms of every kind, by their routes. */
const forms: Record<string, (world: World) => Promise<Scene>> = {
  'account/login': async ({ page }) => {
    await go(page, '/login')
    return typed(page, { phone: '07700900123', password: 'Umbrella1' })
  },
  'account/register': async ({ page }) => {
    await go(page, '/register')
    const { phone, email, name, password, wechat } = newStudent()
    return typed(page, { phone, email, name, password, confirmPassword: password, wechat })
  },
  'account/forgot-password': async ({ page }) => {
    await go(page, '/forgot-password')
    const password = 'Tram2Beeston'
    return typed(page, { phone: '07700900123', password, confirmPassword: password })
  },
  'carpool/create': async ({ page, rider }) => {
    await logIn(page, rider)
    await go(page, '/carpool/create')
    await fillCreateForm(page, { airport: '伯明翰机场', days: 21, maxPassengers: 3 })
    return {
      values: { nLocation: '12 Lenton Boulevard', flightNumber: 'ba 32' },
      button: mainButton(page),
    }
  },
  'group/join': async ({ page, open }) => {
    await fillJoinForm(page, open.carpoolId, 9)
    return { values: { nLocation: '8 Park Row' }, button: mainButton(page) }
  },
  'orders/mail-create': async ({ page }) => {
    await go(page, '/mail/create')
    await fillOrder(page, 'mail', 9)
    return { values: { toZip: '200030', tel: '07700900123' }, button: mainButton(page) }
  },
  'orders/moving-create': async ({ page }) => {
    await go(page, '/moving/create')
    await fillOrder(page, 'move', 9)
    return { values: { toZip: 'le1 4st' }, button: mainButton(page) }
  },
  'trip/create': async ({ page }) => {
    await go(page, '/trip/create')
    await fillTripForm(page, '湖区三日')
    return { values: { tripName: '湖区三日' }, button: mainButton(page) }
  },
  'account/contact': async ({ page }) => {
    await go(page, '/profile/contact')
    return typed(page, { wechat: 'wx_another1' }, mainButton(page))
  },
  'carpool/edit': async ({ page, mine }) => {
    await go(page, `/carpool/record/${mine.participantId}/info`)
    return typed(page, { nLocation: '8 Park Row' }, mainButton(page))
  },
  'group/exit': async ({ page, mine }) => {
    await go(page, `/carpool/record/${mine.participantId}/exit`)
    return { values: {}, button: mainButton(page) }
  },
  'carpool/convert': async ({ page, failed }) => {
    await go(page, `/carpool/record/${failed.participantId}/convert`)
    return { values: {}, button: mainButton(page) }
  },
  'carpool/cancel': async ({ page, failed }) => {
    await go(page, `/carpool/record/${failed.participantId}/cancel`)
    return { values: {}, button: mainButton(page) }
  },
  'trip/texts': async ({ page }) => {
    const owner = await newTraveller(page.request)
    const trip = await openTrip(page.request, owner)
    await page.context().clearCookies()
    await logIn(page, owner, '/trip')
    await go(page, `/trip/${trip.id}/texts`)
    return typed(page, { itinerary: 'Cathedral, then lunch' }, mainButton(page))
  },
  'account/flat': async ({ page, member }) => {
    await page.context().clearCookies()
    await logIn(page, member, '/profile')
    await go(page, '/profile/flat')
    return typed(page, { flatName: 'Victoria', flatNumber: '12B' }, mainButton(page))
  },
  'account/password': async ({ page, member }) => {
    await go(page, '/profile/password')
    const next = 'Tram2Beeston'
    const values = { currentPassword: member.password, newPassword: next, confirmPassword: next }
    return typed(page, values, mainButton(page))
  },
  'account/phone': async ({ page, member }) => {
    await go(page, '/profile/phone')
    const values = {
      phone: '07700900124',
      verificationCode: '123456',
      currentPassword: member.password,
    }
    return typed(page, values, mainButton(page))
  },
  'account/sessions': async ({ page }) => {
    await go(page, '/profile/sessions')
    return { values: {}, button: page.locator('dialog form button').last() }
  },
  'account/confirm-email': async ({ page }) => {
    await go(page, `/confirm-email?token=${await registered(page.request, newStudent())}`)
    return typed(page, {})
  },
  'privacy/close': async ({ page, member }) => {
    await go(page, '/profile/data/close')
    return typed(page, { password: member.password })
  },
}

/** Submits while the server does not respond, for as long as the page waits. */
async function waitInVain(page: Page, button: Locator): Promise<void> {
  // Neither answered nor aborted: the browser waits.
  const answerAgain = await onSent(page, () => {})
  const asked = page.waitForRequest(isSent)
  await button.click()
  await asked
  await page.clock.fastForward(WITHIN_MS)
  await expect(note(page).filter({ hasText: '没有收到回复' })).toBeVisible()
  await answerAgain()
}

test('a form reports a missing reply after ten seconds, with everything typed and one button', async ({
  page,
}) => {
  test.slow()
  const rider = await newRider(page.request)
  const [driver, member] = [await newRider(page.request), await newRider(page.request)]
  makeMember(member, 0)
  const failed = await openPlace(page.request, rider, { maxPassengers: 3 })
  await goToHoursBefore(page.request, rider, failed, 24)
  const open = await openPlace(page.request, driver, { days: 9, maxPassengers: 4 })
  const mine = await openPlace(page.request, rider, { days: 9, maxPassengers: 4 })
  await page.clock.install()
  for (const [name, scene] of Object.entries(forms))
    await test.step(name, async () => {
      const { values, button } = await scene({ page, rider, member, mine, open, failed })
      expect(await looseTexts(page)).toEqual([])
      await waitInVain(page, button)
      await expect(note(page)).toHaveCount(1)
      await expect(note(page)).toBeInViewport({ ratio: 1 })
      await expectKept(page, values)
      const again = note(page).getByRole('button')
      await expect(again).toHaveText(['再试一次'])
      const asked = page.waitForRequest(isSent)
      // It is sent again but does not reach the server, so that the data the next forms need is
      // unchanged.
      const answerAgain = await onSent(page, (route) => route.abort())
      await again.click()
      await asked
      await expect(note(page).filter({ hasText: '没连上服务器' })).toBeVisible()
      await expectKept(page, values)
      await answerAgain()
    })
  await expectAccessible(page)
})

test('a payment’s preparation and the bank’s reply are requested again, and it is paid once', async ({
  page,
}) => {
  const [wang, li] = [await newRider(page.request), await newRider(page.request)]
  const his = await openPlace(page.request, wang, { days: 9, maxPassengers: 2 })
  await joinPlace(page.request, li, his, 9)
  await logIn(page, wang, `/pay/balance-${his.participantId}`)
  await page.clock.install()
  await go(page, `/pay/balance-${his.participantId}`)
  await fillCard(page, cards.good)
  await waitInVain(page, mainButton(page))
  await expect(note(page).getByRole('button')).toHaveCount(0)
  // The card is as it was typed. This time the bank is called, and what hangs is the server reading
  // its result.
  const isTold = (request: Request) => isSent(request) && !request.url().endsWith('/begin')
  const answerAgain = await onSent(page, (route) => !isTold(route.request()) && route.continue())
  const asked = page.waitForRequest(isTold)
  await mainButton(page).click()
  await asked
  await page.clock.fastForward(WITHIN_MS)
  await expect(note(page)).toContainText('银行已确认，我们还在核对')
  await expect(note(page).getByRole('button')).toHaveText(['再查一次'])
  await expect(mainButton(page)).toBeDisabled()
  await answerAgain()
  await note(page).getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('余款已付清')
})
