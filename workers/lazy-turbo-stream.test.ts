import { expect, test } from 'vitest'
import { encode as encodeNow } from '#turbo-stream'
import { decode, encode } from './lazy-turbo-stream.ts'

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
const page = () => ({ loaderData: { root: { at: new Date(0), later: Promise.resolve([1n]) } } })

test('encodes what turbo-stream encodes, and decodes it', async () => {
  expect(await textOf(encode(page()))).toBe(await textOf(encodeNow(page())))
  const { value, done } = await decode(encode({ of: { at: new Date(0) } }))
  await done
  expect(value).toEqual({ of: { at: new Date(0) } })
})

test('encodes nothing until it is read', async () => {
  let reads = 0
  const data = {
    get root() {
      reads++
      return 'data'
    },
  }
  const stream = encode(data)
  await new Promise((turn) => setTimeout(turn))
  expect(reads).toBe(0)
  expect(await textOf(stream)).toContain('data')
  expect(reads).toBe(1)
})

test('a value that cannot be encoded fails the reader', async () => {
  const stream = encode({ of: Promise.reject(new Error('broken')) })
  const { value } = await decode(stream)
  await expect((value as { of: Promise<unknown> }).of).rejects.toThrow('broken')
})
