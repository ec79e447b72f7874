import type { Block, ProseSection } from './prose.ts';
import { RichText } from './rich-text.tsx';

/** The sections of a page of text, each with its anchor. */
export function ProseSections({ sections }: { sections: ProseSection[] }) {
  return sections.map((section) => (
    <section key={section.id} id={section.id} aria-labelledby={`${section.id}-heading`}>
      <h2 id={`${section.id}-heading`}>
        <RichText text={section.heading} />
      </h2>
      {section.body.map((block) => (
        <ProseBlock key={typeof block === 'string' ? block : block.list[0]} block={block} />
      ))}
    </section>
  ));
}

function ProseBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>
          <RichText text={item} />
        </li>
      ))}
    </ul>
  );
}
