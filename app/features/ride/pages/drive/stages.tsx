import { type RideStage, STAGES } from '#app/features/ride/rules/ride-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Instant } from '#app/kernel/time.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Check } from '#app/web/ui/icon.tsx'

/** How far the car is, and a button for each stage ahead. */
export function Stages({ stage, at }: { stage: RideStage | null; at: Instant | null }) {
  const t = useT()
  const format = useFormat()
  const reached = stage === null ? -1 : STAGES.indexOf(stage)
  return (
    <form method="post">
      <ol className="flex flex-col gap-3">
        {STAGES.map((one, index) => (
          <li key={one}>
            {index > reached ? (
              <Button
                type="submit"
                name="mark"
                value={one}
                wide
                variant={index === reached + 1 ? 'primary' : 'secondary'}
              >
                {t(`admin:drive.mark.${one}`)}
              </Button>
            ) : (
              <Badge tone="ok" icon={Check}>
                {t(`admin:drive.mark.${one}`)}
                {index === reached && at !== null && ` ${format.time(at)}`}
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </form>
  )
}
