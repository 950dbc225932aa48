import { encode as encodeNow } from '#turbo-stream'

export { decode } from '#turbo-stream'

/**
 * Replaces turbo-stream's eager `encode` with one that encodes when first read. Remix calls it for
 * every page, and plain pages (decision 0016) never read the result.
 */
export function encode(...args: Parameters<typeof encodeNow>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= encodeNow(...args).getReader()
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
