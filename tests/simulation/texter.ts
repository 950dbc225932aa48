import { aborted } from './bank.ts'
import type { Life } from './life.ts'
import type { Network } from './network.ts'

/**
 * How a call fails: nothing is sent, with a refusal or an error; or the message goes out, but its
 * caller hears an error or nothing at all. Tried again, such a message goes out twice.
 */
export const TEXT_FAULTS = ['none', 'refuse', 'fail', 'sendAndFail', 'sendAndHang'] as const
type TextFault = (typeof TEXT_FAULTS)[number]

/** Longer than anybody waits for an answer. */
const HANG_MS = 60_000

/** A message that was not clearly refused; `arrived`: it was sent. */
type Taken = { at: number; to: string; body: string; arrived: boolean }

/** The provider of text messages, with what it has taken. */
export class Texter {
  readonly taken: Taken[] = []
  /** How the next calls fail. */
  faults: TextFault[] = []
  readonly #network: Network

  constructor(network: Network) {
    this.#network = network
  }

  /** The `fetch` that the product's runtime uses for the provider's host. */
  fetchFor(life: Life): typeof fetch {
    return (input, init) => {
      const request = new Request(input, init)
      return this.#network.send(life, () => aborted(request.signal, this.#answer(request)))
    }
  }

  async #answer(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const fault = this.faults.shift() ?? 'none'
    if (fault === 'refuse') return Response.json({ code: 20429 }, { status: 429 })
    const { scheduler } = this.#network
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? '']
    this.taken.push({ at: scheduler.now, to, body, arrived: fault !== 'fail' })
    if (fault === 'sendAndHang') await scheduler.sleep(HANG_MS)
    if (fault === 'fail' || fault === 'sendAndFail')
      return Response.json({ code: 20500 }, { status: 500 })
    return Response.json({ sid: 'SM1' }, { status: 201 })
  }
}
