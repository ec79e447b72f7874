import { Pencil, Trash2 } from 'lucide-react';
import { MoreRows } from '#platform/web/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { Synonyms } from '../contract.ts';
import { joined, type SynonymList } from './synonym-list.ts';

interface Actions {
  onEdit(group: Synonyms): void;
  onDelete(group: Synonyms): void;
}

/** Groups of words that mean the same, each with what can be done about it. */
export function SynonymsTable({ list, ...actions }: Actions & { list: SynonymList }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('synonyms.title')}
      columns={columns(words, actions)}
      rows={list.items}
      rowKey={(group) => group._id}
      foot={list.more && <MoreRows>{words.t('mine.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

function columns({ t }: Translator, { onEdit, onDelete }: Actions): Column<Synonyms>[] {
  return [
    {
      key: 'words',
      header: t('synonyms.column'),
      names: true,
      phone: 'wide',
      cell: ({ words }) => (
        <ul className="synonyms">
          {words.map((word) => (
            <li key={word}>
              <Chip tone="mute">{word}</Chip>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'action',
      header: t('col.action'),
      phone: 'wide',
      cell: (group) => (
        <div className="synonyms-actions">
          <Button
            size="sm"
            look="ghost"
            icon={<Pencil className="icon" aria-hidden />}
            aria-haspopup="dialog"
            aria-label={t('synonyms.editName', { words: joined(group) })}
            onClick={() => onEdit(group)}
          >
            {t('synonyms.edit')}
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            icon={<Trash2 className="icon" aria-hidden />}
            aria-haspopup="dialog"
            aria-label={t('synonyms.deleteName', { words: joined(group) })}
            onClick={() => onDelete(group)}
          >
            {t('act.delete')}
          </Button>
        </div>
      ),
    },
  ];
}
