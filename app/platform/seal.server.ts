import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Needs } from './resources.server.ts'

/** 128 bits: too many to guess, and the link still fits into a message. */
const LETTERS = 22

/**
 * A signature of a text that only this service can make. Texts for different purposes have
 * different prefixes.
 */
export const sealOf = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(text).digest('base64url').slice(0, LETTERS)

/** A keyed hash, stored in place of a phone, an address, an account's id or an email. */
export const keyed = ({ config }: Needs<'config'>, label: string, value: string): string =>
  createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')

/** Compares in constant time, so that timing does not show where two texts differ. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const isSeal = (pepper: string, text: string, seal: string): boolean =>
  isSame(seal, sealOf(pepper, text))
