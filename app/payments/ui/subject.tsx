import type { ReactNode } from 'react'

type SubjectProps = { picture: ReactNode; title: ReactNode; children: ReactNode }

/** The subject of a payment, in two lines beside its picture. */
export function Subject({ picture, title, children }: SubjectProps) {
  return (
    <div className="figures flex items-center gap-3">
      {picture}
      <div className="min-w-0">
        <p className="break-words font-semibold">{title}</p>
        <p className="text-14 text-muted">{children}</p>
      </div>
    </div>
  )
}

/** Height of its picture. */
export const PICTURE_PX = 44
