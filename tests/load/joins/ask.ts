import { Agent, request } from 'node:http'
import type { Account } from './accounts.ts'

/** Enough for every joiner in a crowd to have their own connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 600 })
let addresses = 0

/** An address not used before: students are at home, and the shields count by address. */
function nextAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  as?: Account
  /** The Idempotency-Key. */
  key?: string
  body?: unknown
}
export type Answer = { status: number; body: unknown }

/**
 * Makes one API call; every side of a row is called through this. Rejects when the connection
 * breaks.
 */
export function ask(url: string, { method, path, as, key, body }: Call): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    'CF-Connecting-IP': nextAddress(),
    ...(as && { Authorization: `Bearer ${as.token}` }),
    ...(key && { 'Idempotency-Key': key }),
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api${path}`, { method, headers, agent }, (response) => {
      let got = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (got += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(got) }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Makes a call that must return this status; throws otherwise. */
export async function askFor<T>(url: string, status: number, call: Call): Promise<T> {
  const answer = await ask(url, call)
  if (answer.status !== status)
    throw new Error(`${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
