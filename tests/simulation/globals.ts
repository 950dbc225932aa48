import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import type { Random } from './random.ts'
import type { Scheduler, Timer } from './scheduler.ts'

type Source = { scheduler: Scheduler; chance: Random }
const RealDate = globalThis.Date
let source: Source | null = null

const current = (): Source => {
  if (!source) throw new Error('there is no simulation running')
  return source
}
const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer as ArrayBuffer

class SimulatedDate extends RealDate {
  constructor(...args: []) {
    if (args.length === 0) super(current().scheduler.now)
    else super(...args)
  }
  static override now(): number {
    return current().scheduler.now
  }
}

const keys = new Map<string, KeyObject>()
function keyOf(secret: Uint8Array): KeyObject {
  const text = Buffer.from(secret).toString('base64')
  const known = keys.get(text) ?? createSecretKey(secret)
  keys.set(text, known)
  return known
}

/**
 * SHA-256 and HMAC, computed synchronously: a thread pool's results would arrive in an order of
 * their own.
 */
const subtle = {
  digest: async (_algorithm: unknown, data: ArrayBuffer | ArrayBufferView) =>
    bufferOf(hash('sha256', bytesOf(data), 'buffer')),
  importKey: async (_format: unknown, key: Uint8Array) => keyOf(key),
  sign: async (_algorithm: unknown, key: KeyObject, data: ArrayBuffer | ArrayBufferView) =>
    bufferOf(createHmac('sha256', key).update(bytesOf(data)).digest()),
}

const crypto = {
  subtle,
  getRandomValues<T extends ArrayBufferView>(view: T): T {
    const bytes = bytesOf(view)
    for (let i = 0; i < bytes.length; i++) bytes[i] = current().chance.int(0, 255)
    return view
  },
  randomUUID(): string {
    const hex = Array.from(this.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  },
}

function abortLater(ms: number): AbortSignal {
  const controller = new AbortController()
  current().scheduler.set(() => controller.abort(new Error('timeout')), ms)
  return controller.signal
}

/**
 * From now on this process's time, timers, randomness and cryptography belong to the simulation;
 * its logs are silent.
 */
export function takeOverGlobals(): void {
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  define(globalThis, 'Date', SimulatedDate)
  define(globalThis, 'setTimeout', (fn: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    current().scheduler.set(() => fn(...args), ms),
  )
  define(globalThis, 'clearTimeout', (timer: Timer | undefined) => current().scheduler.clear(timer))
  define(globalThis, 'crypto', crypto)
  define(Math, 'random', () => current().chance.next())
  define(AbortSignal, 'timeout', abortLater)
  for (const level of ['info', 'warn', 'error', 'log'] as const)
    define(console, level, (text: unknown) => logged(level, String(text)))
}

let logged: (level: string, line: string) => void = () => undefined

/** Which simulation owns the globals, and where log lines go. */
export function drawFrom(next: Source, log: typeof logged): void {
  source = next
  logged = log
}
