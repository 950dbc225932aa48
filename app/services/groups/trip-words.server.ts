import type { Failure } from '#app/domain/result.ts'

type Service = { [method: string]: (...args: never[]) => unknown }

/**
 * Makes the refusals of a trip service speak of trips. The general texts speak of carpools, so
 * `params.context` selects the trip wording where there is one (locales errors,
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
