import type { HTMLAttributes, ReactNode } from 'react'

type PartProps = HTMLAttributes<HTMLDivElement> & { name: string; children?: ReactNode }

/**
 * What changes with a form's choices: drawn again by the server while it is filled in
 * (`data-preview`, app/web/page-script/preview.ts). It is there even while it is empty. Fields are
 * such parts already.
 */
export const Part = ({ name, className = 'contents', ...props }: PartProps) => (
  <div data-part={name} className={className} {...props} />
)
