import { DurableObject } from 'cloudflare:workers'

const KINDS = ['busy', 'fail', 'nonsense', 'none'] as const
const FLIGHT = /^\/flights\/number\/([A-Z0-9]+)\/(\d{4}-\d\d-\d\d)$/

/** A landing set by a test or a developer; times are ISO 8601 with an offset. */
type FlightEntry = { airport: string; scheduled: string; revised?: string; status?: string }
type Fault = { kind: (typeof KINDS)[number]; count: number; retryAfter?: number }

/**
 * Development's AeroDataBox: answers with the landings set for a flight, and 204 for any other.
 * `GET /flights` lists the calls made, newest first; `POST /flights {number, day, landings}` sets a
 * flight's landings; `POST /flights {kind, count}` makes the next calls fail (`busy`: 429, `fail`:
 * 500, `nonsense`: no JSON); `{kind: 'none'}` ends that.
 */
export class FlightStandIn extends DurableObject {
  override async fetch(request: Request): Promise<Response> {
    const { hostname, pathname } = new URL(request.url)
    if (hostname !== 'localhost') return this.#call(request, pathname)
    if (request.method === 'POST') return this.#set(await request.json().catch(() => null))
    return Response.json({ items: this.#calls() })
  }

  #calls = () => this.ctx.storage.kv.get<string[]>('calls') ?? []

  #call(request: Request, path: string): Response {
    const [, number = '', day = ''] = FLIGHT.exec(path) ?? []
    if (!number) return Response.json({ message: 'not found' }, { status: 404 })
    if (!request.headers.get('X-RapidAPI-Key'))
      return Response.json({ message: 'Invalid API key.' }, { status: 401 })
    this.ctx.storage.kv.put('calls', [`${number} ${day}`, ...this.#calls()].slice(0, 100))
    const failure = this.#failure()
    if (failure) return failure
    const told = this.ctx.storage.kv.get<FlightEntry[]>(`flight ${number} ${day}`)
    if (!told) return new Response(null, { status: 204 })
    return Response.json(told.map((landing) => ({ number, ...entryOf(landing) })))
  }

  #failure(): Response | null {
    const fault = this.ctx.storage.kv.get<Fault>('fault')
    if (!fault || fault.kind === 'none' || fault.count < 1) return null
    this.ctx.storage.kv.put('fault', { ...fault, count: fault.count - 1 })
    if (fault.kind === 'fail') return new Response('error', { status: 500 })
    if (fault.kind === 'nonsense') return new Response('<html>')
    const headers = fault.retryAfter ? { 'Retry-After': String(fault.retryAfter) } : undefined
    return Response.json({ message: 'Too many requests' }, { status: 429, headers })
  }

  #set(body: unknown): Response {
    const { number, day, landings, kind, count, retryAfter } = (body ?? {}) as Partial<Fault> & {
      number?: string
      day?: string
      landings?: FlightEntry[]
    }
    if (number && day && Array.isArray(landings))
      this.ctx.storage.kv.put(`flight ${number} ${day}`, landings)
    else if (kind && KINDS.includes(kind))
      this.ctx.storage.kv.put('fault', { kind, count: count ?? 1, retryAfter })
    else
      return Response.json(
        { error: `either number, day and landings, or kind (${KINDS.join(', ')}) and count` },
        { status: 422 },
      )
    return Response.json({})
  }
}

/** `2026-12-01 11:30Z`, and the same moment with its original offset. */
const timeOf = (at: string) => ({
  utc: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`,
  local: at.replace('T', ' '),
})

const entryOf = ({ airport, scheduled, revised, status = 'Expected' }: FlightEntry) => ({
  status,
  codeshareStatus: 'Unknown',
  isCargo: false,
  departure: { airport: { name: 'Somewhere' }, quality: [] },
  arrival: {
    airport: { iata: airport, name: airport },
    scheduledTime: timeOf(scheduled),
    ...(revised && { revisedTime: timeOf(revised) }),
    quality: ['Basic', 'Live'],
  },
})
