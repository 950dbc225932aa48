import { useT } from '#app/i18n/context.tsx'
import type { TripTexts } from '#app/trip/rules/state.ts'
import { WrittenText } from '#app/web/ui/written-text.tsx'

const NAMES = ['itinerary', 'meetingPoint', 'included'] as const satisfies (keyof TripTexts)[]

/** A text's lines joined into one, where there is room for one line. */
export const inOneLine = (text: string): string => text.split('\n').filter(Boolean).join(' · ')

/** A trip's texts, each under its name. */
export function TripTextList({ texts }: { texts: TripTexts }) {
  const t = useT()
  return (
    <dl className="flex flex-col gap-2 text-14">
      {NAMES.filter((name) => texts[name]).map((name) => (
        <div key={name}>
          <dt className="text-13 text-muted">{t(`trip:form.${name}`)}</dt>
          <dd className="break-words">
            <WrittenText text={texts[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
