import { addDays, londonDay } from '#app/kernel/time.ts'
import { fillCarpools } from '#tests/load/carpools.ts'
import { signIn } from '#tests/load/joins/accounts.ts'
import { type D1Like, type Running, startProduct } from '#tests/load/product.ts'
import { type StripeSide, startStripe } from '#tests/load/stripe.ts'

/**
 * A page to measure: its path, the viewer's cookie, and what it must show to be the intended page.
 */
export type Place = { name: string; path: string; cookie: string; shows: string }
export type Site = { url: string; places: Record<Name, Place>; close(): Promise<void> }
export type Name = 'home' | 'list' | 'join' | 'record' | 'login'

const PAGES = '/neighbourhelp'
const VISITOR = 'language=zh'
const CARPOOLS = 100

/**
 * The product with its files, a list of 20 cards, one car that can be joined, and a student who is
 * in it. Miniflare compresses as the platform does (gzip for clients
 * that accept it); missing here are TLS and the distance to a data centre.
 */
export async function openSite(): Promise<Site> {
  const stripe = await startStripe()
  const product = await startProduct({ outbound: stripe.answer, assets: true })
  const db = await product.database()
  await fillCarpools(db, CARPOOLS)
  const [creator, other] = [await signIn(db), await signIn(db)]
  const opened = await openCarpool(product, stripe, db, creator)
  const place = (name: Name, path: string, shows: string, cookie = VISITOR): [Name, Place] => [
    name,
    { name, path: PAGES + path, shows, cookie },
  ]
  return {
    url: product.url,
    places: Object.fromEntries([
      place('home', '/', 'img[src*=contact-qr]'),
      place('list', '/carpool', 'article'),
      place('join', `/carpool/${opened.carpool}/join`, 'dialog input[name=flightTime]', other),
      place('record', `/carpool/record/${opened.place}`, 'main summary', creator),
      place('login', '/login', 'input[name=password]'),
    ]) as Record<Name, Place>,
    close: async () => void (await Promise.all([product.close(), stripe.close()])),
  }
}

/** Opens a car and pays its deposit; returns the ids of the carpool and of the place in it. */
async function openCarpool(product: Running, stripe: StripeSide, db: D1Like, cookie: string) {
  const path = await draft(product, cookie)
  await fetch(product.url + path, { headers: { Cookie: cookie } })
  const { data } = await stripe.client.paymentIntents.list({ limit: 1 })
  await stripe.client.paymentIntents.confirm(data[0]?.id ?? '', { payment_method: 'pm_card_visa' })
  await send(product, path, cookie, { intent: 'confirm', what: 'create' })
  const { results } = await db
    .prepare(
      "SELECT group_id AS carpool, id AS place FROM participants WHERE seat = 'taken' AND kind = 'carpool'",
    )
    .all()
  const [opened] = results as { carpool: string; place: string }[]
  if (!opened) throw new Error('the deposit was not put on hold')
  return opened
}

/** Fills in the form that opens a car; returns the path of its payment. */
async function draft(product: Running, cookie: string): Promise<string> {
  const day = addDays(londonDay(Date.now()), 10)
  const answer = await send(product, `${PAGES}/carpool/create`, cookie, {
    attemptId: crypto.randomUUID(),
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    terminal: 'T2',
    carpoolDatetime: `${day}T14:00`,
    flightTime: `${day}T11:30`,
    flightNumber: 'BA032',
    maxPassengers: '4',
    people: '1',
    nLocation: '12 Lenton Boulevard',
    bigLuggage: '2',
    smallLuggage: '1',
    bag: '1',
  })
  const path = answer.headers.get('Location')
  if (!path?.includes('/pay/deposit-'))
    throw new Error(`starting a carpool failed: ${answer.status} ${await answer.text()}`)
  return path
}

const send = ({ url }: Running, path: string, cookie: string, fields: Record<string, string>) =>
  fetch(url + path, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
