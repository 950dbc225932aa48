import { createHmac, timingSafeEqual } from 'node:crypto'

/** 128 bits: nobody can try them out, and the link still fits into a message. */
const LETTERS = 22

/** What only this service can write below a text. Texts of different purposes begin differently. */
export const sealOf = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(text).digest('base64url').slice(0, LETTERS)

export function isSeal(pepper: string, text: string, seal: string): boolean {
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(pepper, text))]
  return given.length === right.length && timingSafeEqual(given, right)
}
