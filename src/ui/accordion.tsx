import './accordion.css';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Questions with answers. One answer is open at a time, the first one initially. Works without JavaScript. */
export function Accordion({
  name,
  items,
}: {
  name: string;
  items: readonly { question: string; answer: ReactNode }[];
}) {
  return (
    <div className="accordion">
      {items.map((item, index) => (
        <details key={item.question} name={name} open={index === 0}>
          <summary>
            {item.question}
            <ChevronDown className="icon" aria-hidden />
          </summary>
          <div className="accordion-answer">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
