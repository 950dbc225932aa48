/**
 * A text that those who run the service wrote: its line breaks are kept, nothing in it is markup.
 */
export const WrittenText = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">{text}</span>
)
