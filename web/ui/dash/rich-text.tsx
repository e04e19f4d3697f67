import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import Link from '@tiptap/extension-link';
import { TableKit } from '@tiptap/extension-table';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../cx.ts';
import prose from '../public/prose.module.css';
import classes from './rich-text.module.css';

export interface RichTextProps {
  label: string;
  value: string;
  onChange: (html: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  /** Names of the buttons, in the reader's language; those not given keep Mantine's English. */
  labels: Partial<RichTextEditorLabels>;
  readOnly?: boolean;
}

/* what the server's cleaner lets through; anything else pasted in is dropped here already */
const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: false, codeBlock: false, code: false, strike: false, underline: false }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['https', 'http', 'mailto', 'tel'] }),
  // No buttons for tables, but one that is in the text must survive an edit.
  TableKit.configure({ table: { resizable: false } }),
];

const LOOK = {
  root: cx(classes.root),
  toolbar: cx(classes.toolbar),
  controlsGroup: cx(classes.group),
  control: cx(classes.control),
  content: cx(classes.content),
};

const empty = (html: string) => (html === '<p></p>' ? '' : html);

/** Policies and other long texts. Heavy: load it with lazy() where it is needed. */
export default function RichText({ label, value, onChange, hint, error, labels, readOnly = false }: RichTextProps) {
  const id = useId();
  const sent = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    editable: !readOnly,
    injectCSS: false,
    /* the server cannot draw the editor; the browser fills it in after hydration */
    immediatelyRender: false,
    editorProps: { attributes: { 'aria-labelledby': `${id}-label`, role: 'textbox', 'aria-multiline': 'true', class: cx(prose.prose) } },
    onUpdate: ({ editor: now }) => {
      sent.current = empty(now.getHTML());
      onChange(sent.current);
    },
  });

  /* someone else changed the text (a reload after a conflict): show that, without echoing it back */
  useEffect(() => {
    if (!editor || value === sent.current) return;
    sent.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as with a label, a press on it goes to the field; the keyboard needs no such help */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span className={classes.label} id={`${id}-label`} onClick={() => editor?.commands.focus()}>
        {label}
      </span>
      <RichTextEditor
        editor={editor}
        labels={labels}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        data-error={error ? true : undefined}
        classNames={LOOK}
      >
        {!readOnly && (
          <RichTextEditor.Toolbar sticky stickyOffset={56}>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
              <RichTextEditor.Hr />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Link />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
      {error && <div className={classes.error}>{error}</div>}
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  );
}
