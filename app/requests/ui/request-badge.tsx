import { useT } from '#app/i18n/context.tsx'
import type { RequestStage } from '#app/requests/rules/request.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

const tones: Record<RequestStage, Tone> = {
  open: 'accent',
  paid: 'ok',
  refunded: 'neutral',
  void: 'neutral',
  outside: 'ok',
}

/** Where a request for money stands. */
export const RequestBadge = ({ stage }: { stage: RequestStage }) => (
  <Badge tone={tones[stage]}>{useT()(`request:stage.${stage}`)}</Badge>
)
