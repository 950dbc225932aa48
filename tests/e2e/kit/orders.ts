import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { call, payIntent, type Rider } from './places.ts'
import { mainButton } from './ride.ts'
import { inDays, origin, pages } from './world.ts'

export type Kind = 'mail' | 'move'
/** Where each service's page is. */
export const home = { mail: `${pages}/mail`, move: `${pages}/moving` } as const

/** The London date that many days from the product's current time. */
export const dayIn = async (page: Pick<Page, 'request'>, days: number): Promise<string> =>
  (await inDays(page, days, '00:00')).slice(0, 10)

/** A control of the open order form. */
export const field = (page: Page, name: string) => page.locator(`dialog [name=${name}]`)

/** Values for the forms; fields left out keep the form's own value. */
type Filled = Record<string, string>

export const MAIL: Filled = {
  shipCompany: 'SF',
  toAddress: '上海市徐汇区衡山路 8 号',
  toZip: '200030',
  estBoxNum: '3',
  fromAddress: '17 Lace Street, Nottingham',
  fromZip: 'ng71fn',
  userName: '王小明',
  tel: '07700900123',
}
export const MOVE: Filled = {
  fromAddress: '17 Lace Street, Nottingham',
  fromZip: 'ng71fn',
  toAddress: '4 Vaughan Way, Leicester',
  toZip: 'le1 4st',
  estBoxNum: '8',
  userName: '王小明',
  tel: '+8613812345678',
}

/** Fills in form fields by name: texts, days, choices. */
export async function fill(page: Page, values: Filled): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name)
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT')
      await control.selectOption(value)
    else await control.fill(value)
  }
}

/** Fills in the whole form, for a collection or a move some days ahead. */
export async function fillOrder(
  page: Page,
  kind: Kind,
  days: number,
  more: Filled = {},
): Promise<void> {
  const sendDate = await dayIn(page, days)
  await fill(page, { ...(kind === 'mail' ? MAIL : MOVE), sendDate, ...more })
}

/** Opens the form and makes an order; ends at its payment. */
export async function draftOrder(
  page: Page,
  kind: Kind,
  days: number,
  more: Filled = {},
): Promise<string> {
  await page.goto(`${home[kind]}/create`)
  await fillOrder(page, kind, days, more)
  await mainButton(page).click()
  await expect(page).toHaveURL(new RegExp(`/pay/base-${kind}_`))
  return page.url().split('base-').at(-1) ?? ''
}

/**
 * A student's order made over the API, with its base price paid or not: for tests that start from
 * there.
 */
export async function orderOf(
  request: APIRequestContext,
  rider: Rider,
  kind: Kind,
  days: number,
  { paid = true, ...more }: { paid?: boolean } & Record<string, unknown> = {},
): Promise<string> {
  const sent = kind === 'mail' ? MAIL : MOVE
  const payload = {
    ...sent,
    estBoxNum: Number(sent.estBoxNum),
    sendDate: await dayIn({ request }, days),
  }
  const made = await call(request, rider, `/${kind}/create`, { ...payload, ...more })
  const id = made[`${kind}Id`]
  if (!paid) return id
  const headers = { Authorization: `Bearer ${rider.token}` }
  const { id: userId } = await (await request.get(`${origin}/api/user/current`, { headers })).json()
  const { clientSecret } = await call(request, rider, `/${kind}/pay-base`, {
    [`${kind}Id`]: id,
    userId,
  })
  await payIntent(request, clientSecret)
  await call(request, rider, `/${kind}/add-stripe`, { [`${kind}Id`]: id, clientSecret })
  return id
}

/** The orders of the open list. */
export const order = (page: Page) => page.getByRole('article')

/** All students' orders of one day. */
export async function listOn(page: Page, kind: Kind, days: number): Promise<void> {
  await page.goto(`${home[kind]}?tab=all&date=${await dayIn(page, days)}`)
}
