import './why.css';
import { useTranslator } from '#platform/web/translator.tsx';

const VALUES = [
  { name: 'parents', drawing: 'teddy' },
  { name: 'love', drawing: 'horse' },
  { name: 'world', drawing: 'rings' },
] as const;

export function Why() {
  const { t } = useTranslator();
  return (
    <section className="section section-joined" aria-labelledby="why">
      <div className="wrap">
        <div className="why">
          <h2 id="why">{t('home.why')}</h2>
          <ul>
            {VALUES.map((value) => (
              <Value key={value.name} {...value} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function Value({ name, drawing }: (typeof VALUES)[number]) {
  const { t } = useTranslator();
  return (
    <li>
      <span className="why-drawing">
        <img src={`/art/cut-${drawing}.svg`} alt="" width={88} height={88} loading="lazy" decoding="async" />
      </span>
      <h3>{t(`home.why.${name}`)}</h3>
      <p>{t(`home.why.${name}Body`)}</p>
    </li>
  );
}
