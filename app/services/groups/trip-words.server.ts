import type { Failure } from '#app/domain/result.ts'

type Service = { [method: string]: (...args: never[]) => unknown }

/**
 * A service of trips whose refusals speak of trips: general texts speak of carpools, so
 * `params.context` asks for the words of trips where there are any (locales errors,
 * `carpoolFull_trip`).
 */
export const inTripWords = <S extends Service>(service: S): S =>
  Object.fromEntries(
    Object.entries(service).map(([name, ask]) => [
      name,
      async (...args: never[]) => reworded(await ask(...args)),
    ]),
  ) as S

function reworded(answer: unknown): unknown {
  if (!isRefusal(answer)) return answer
  const { code, params } = answer.error
  return { ok: false, error: { code, params: { ...params, context: contextOf(params?.context) } } }
}

function contextOf(context: string | number | undefined): string | number {
  if (context === undefined) return 'trip'
  return context === 'exit' ? 'tripExit' : context
}

const isRefusal = (answer: unknown): answer is { ok: false; error: Failure } =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
