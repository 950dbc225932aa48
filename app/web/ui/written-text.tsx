/** A text written by an administrator: line breaks are kept, markup is not interpreted. */
export const WrittenText = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">{text}</span>
)
