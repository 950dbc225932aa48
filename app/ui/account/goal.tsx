import { useT } from '#app/i18n/context.tsx'
import { GroupFacts } from '#app/ui/share/group-facts.tsx'
import type { SharedGroup } from '#app/ui/share/words.ts'

export type GoalProps = { shared: SharedGroup; now: number }

/** The ticket of the group that a visitor is about to join, above the form that comes first. */
export function Goal({ shared, now }: GoalProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-14 text-muted">{t(`account:goal.${shared.kind}`)}</p>
      <GroupFacts shared={shared} now={now} />
    </div>
  )
}
