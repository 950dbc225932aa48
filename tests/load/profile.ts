import { NAME } from './product.ts'

type Node = { id: number; callFrame: { functionName: string } }
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] }
type Answer = { id: number; error?: { message: string }; result: { profile: Profile } }

/** V8's names for time in which no JavaScript ran. */
const IDLE = new Set(['(idle)', '(root)'])
const INTERVAL_US = 200

/**
 * Connects to the inspector of a product. `cpuMsOf` returns the milliseconds of CPU that it used
 * while `work` ran, as sampled. Its objects and garbage collection are part of it; the local D1 is
 * not, since that is a worker of its own.
 */
export async function openProfiler(inspectorPort: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${NAME}`)
  await new Promise((opened, failed) => {
    socket.onopen = opened
    socket.onerror = () => failed(new Error('the inspector does not answer'))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  let id = 0
  const call = (method: string, params = {}) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(++id, (answer) =>
        answer.error ? reject(new Error(`${method}: ${answer.error.message}`)) : resolve(answer),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  return {
    async cpuMsOf(work: () => Promise<unknown>): Promise<number> {
      await call('Profiler.start')
      await work()
      return busyMsOf((await call('Profiler.stop')).result.profile)
    },
    close: () => socket.close(),
  }
}

/** Milliseconds in which something ran. */
function busyMsOf({ nodes, samples, timeDeltas }: Profile): number {
  const idle = new Set(nodes.filter((n) => IDLE.has(n.callFrame.functionName)).map((n) => n.id))
  let us = 0
  for (const [index, node] of samples.entries()) if (!idle.has(node)) us += timeDeltas[index] ?? 0
  return us / 1000
}
