"""Everything that knows Streamlit and is shared by pages."""
