import { NAME } from './product.ts'

type Node = { id: number; callFrame: { functionName: string } }
type Answer = {
  id: number
  error?: { message: string }
  result: { profile: { nodes: Node[]; samples: number[]; timeDeltas: number[] } }
}

/** V8's names for time in which no JavaScript ran. */
const IDLE = new Set(['(idle)', '(root)'])
const INTERVAL_US = 200

/**
 * Milliseconds of CPU that the product uses while `work` runs, as sampled through the runtime's
 * inspector. Its objects and garbage collection are part of it; the local D1 is not, since that is
 * a worker of its own.
 */
export async function cpuMsOf(
  inspectorPort: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${NAME}`)
  await new Promise((opened, failed) => {
    socket.onopen = opened
    socket.onerror = () => failed(new Error('the inspector does not answer'))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
  }
  let id = 0
  const call = (method: string, params = {}) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(++id, (answer) =>
        answer.error ? reject(new Error(`${method}: ${answer.error.message}`)) : resolve(answer),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  try {
    await call('Profiler.enable')
    await call('Profiler.setSamplingInterval', { interval: INTERVAL_US })
    await call('Profiler.start')
    await work()
    return busyMsOf((await call('Profiler.stop')).result.profile)
  } finally {
    socket.close()
  }
}

/** Milliseconds in which something ran. */
function busyMsOf({ nodes, samples, timeDeltas }: Answer['result']['profile']): number {
  const idle = new Set(nodes.filter((n) => IDLE.has(n.callFrame.functionName)).map(({ id }) => id))
  let us = 0
  for (const [index, node] of samples.entries()) if (!idle.has(node)) us += timeDeltas[index] ?? 0
  return us / 1000
}
