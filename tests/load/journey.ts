import { londonWall } from '#app/kernel/time.ts'
import { countedFar, type Waits, waitsOf } from './counted.ts'
import { type Account, makeAccounts, storeAccounts } from './joins/accounts.ts'
import { FLIGHT_AT, openCarpool, party } from './joins/carpool.ts'
import { type Running, startProduct } from './product.ts'
import { type StripeSide, startStripe } from './stripe.ts'

/** How far away the platform is, in milliseconds. */
export type Distance = { d1: number; object: number; stripe: number }

/** A page or a press: what its response has waited for, and how long it took. */
export type Step = Waits & { name: string; ms: number }

type Asked = { as?: Account; form?: Record<string, string> }

/**
 * A student's pages as a browser asks for them, with D1, objects and Stripe far away. Each may wait
 * for them only a few times, one after another: `play` reports how often, and for how long.
 */
export async function startJourney({ stripe: stripeMs, ...delays }: Distance) {
  const stripe = await startStripe()
  const outbound = async (request: Request) => {
    await new Promise((resume) => setTimeout(resume, stripeMs))
    return stripe.answer(request)
  }
  const product = await startProduct({ front: countedFar(delays), outbound })
  return {
    /** The pages of a student who takes a seat, looks around and leaves again. */
    play: () => play(product, stripe),
    close: async () => void (await Promise.all([product.close(), stripe.close()])),
  }
}

async function play(product: Running, stripe: StripeSide): Promise<Step[]> {
  const accounts = makeAccounts(2)
  await storeAccounts(await product.database(), accounts)
  const [creator, as] = accounts as [Account, Account]
  const { steps, look, press } = browserAt(product.url)
  await look('home of a visitor', '/', { once: true })
  await look('list of a visitor', '/carpool', { once: true })
  const car = await openCarpool(product.url, stripe, creator)
  await look('home', '/', { as })
  await look('list', '/carpool', { as })
  await look('create form', '/carpool/create', { as })
  await look('join form', `/carpool/${car}/join`, { as })
  const pay = await press('join', `/carpool/${car}/join`, { as, form: partyForm() })
  const paid = await look('payment page', pay.to, { as, once: true })
  const begun = await press('pay', `${pay.to}/begin`, { as, form: { filling: 'open' } })
  const id = /(pi_\w+)_secret_/.exec(paid.text + begun.text)?.[1]
  if (!id) throw new Error(`no payment was begun: ${begun.text.slice(0, 300)}`)
  await stripe.client.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  const done = await press('back from the bank', pay.to, { as, form: { intent: 'confirm' } })
  await look('success', done.to, { as })
  const record = done.to.replace(/\/done$/, '')
  await look('record', record, { as })
  await look('my trips', '/rides', { as })
  await look('account', '/profile', { as })
  await look('notices', '/notices', { as })
  await look('mail', '/mail', { as })
  await look('trips', '/trip', { as })
  await look('exit', `${record}/exit`, { as })
  await press('leave', `${record}/exit`, { as, form: {} })
  return steps
}

const BASE = '/neighbourhelp'

/** Each browser has its own address, since limits count by it. */
let addresses = 0

function browserAt(url: string) {
  const steps: Step[] = []
  const address = `10.1.0.${addresses++ % 256}`
  async function ask(path: string, { as, form }: Asked) {
    const began = performance.now()
    const answer = await fetch(url + BASE + path, {
      redirect: 'manual',
      headers: {
        cookie: `language=zh${as ? `; sid=${as.token}` : ''}`,
        origin: url,
        'CF-Connecting-IP': address,
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const text = await answer.text()
    if (answer.status !== (form && !path.endsWith('/begin') ? 303 : 200))
      throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
    const to = new URL(answer.headers.get('location') ?? '/', url).pathname.replace(BASE, '')
    return { text, to, waits: { ...waitsOf(answer), ms: performance.now() - began } }
  }
  async function press(name: string, path: string, asked: Asked) {
    const { waits, ...answer } = await ask(path, asked)
    steps.push({ name, ...waits })
    return answer
  }
  /** `once`: looking at it does something. Else its second time counts, as its code is loaded. */
  async function look(name: string, path: string, asked: Asked & { once?: boolean } = {}) {
    if (!asked.once) await ask(path, asked)
    return press(name, path, asked)
  }
  return { steps, look, press }
}

const partyForm = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(party).map(([key, value]) => [key, String(value)])),
  flightTime: londonWall(FLIGHT_AT),
  sharing: '1',
})
