import type { PlaceProgress } from '#app/features/ride/rules/ride-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

const TONES = {
  onTheWay: 'info',
  arrived: 'ok',
  onBoard: 'ok',
  done: 'neutral',
  notHere: 'danger',
} as const satisfies Record<string, Tone>

/** The driver's reports on the car; the report on this passenger comes first. */
export function RideProgress({ progress, place }: { progress: PlaceProgress; place: string }) {
  const t = useT()
  const format = useFormat()
  const { stage, at, mark } = progress
  const isOver = stage === 'done' && mark !== 'notHere'
  const what = isOver ? 'done' : (mark ?? stage)
  if (!what) return null
  const time = at === null ? '' : format.time(at)
  return <Banner tone={TONES[what]} title={t(`ride:progress.${what}`, { place, time })} />
}
